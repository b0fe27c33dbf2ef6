-- Sites hear of a home page that was published.
create function note_home_publication() returns trigger language plpgsql as $$
begin
  insert into publication_changes (object_type) values ('homePage');
  return null;
end
$$;
create trigger home_page_note_publication after insert on home_page_versions
for each statement execute function note_home_publication();


-- Which decision settled a report: taking the decision back opens it again.
alter table reader_reports add column settled_batch uuid;
create index reader_reports_reader on reader_reports (key_id, reader, created_at) where reader is not null;
