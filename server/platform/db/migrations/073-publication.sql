-- Sites hear of a home page that was published.
create function note_home_publication() returns trigger language plpgsql as $$
begin
  insert into publication_changes (object_type) values ('homePage');
  return null;
end
$$;
create trigger home_page_note_publication after insert on home_page_versions
for each statement execute function note_home_publication();

