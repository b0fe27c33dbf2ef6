-- The current text of every track, as the index of passages knows texts: a term is looked up in subtitles that nobody has
-- checked or published yet, which search does not find.
create table subtitle_chunks (
  subtitle_id uuid not null references subtitles (id) on delete cascade,
  number integer not null,
  folded text not null,
  primary key (subtitle_id, number)
);
create index subtitle_chunks_terms on subtitle_chunks using gin (text_terms(folded)) with (fastupdate = off);
alter index subtitle_chunks_terms alter column 1 set statistics 0;

-- Some cues at a time: the words of a whole lecture may be too many for one entry of an index. Scripts without spaces go on
-- over the end of a line.
create function cut_subtitle_chunks(track uuid, content jsonb) returns void language sql as $$
  delete from subtitle_chunks where subtitle_id = track;
  insert into subtitle_chunks (subtitle_id, number, folded)
  select track, (position - 1) / 50, string_agg(fold_text(regexp_replace(cue ->> 'text',
    '(?<=[\u2e80-\u9fff\uf900-\uffef])\n|\n(?=[\u2e80-\u9fff\uf900-\uffef])', '', 'g')), '' order by position)
  from jsonb_array_elements(content) with ordinality as cues (cue, position)
  group by 2;
$$;

create function index_subtitle_text() returns trigger language plpgsql as $$
begin
  perform cut_subtitle_chunks(new.subtitle_id, new.content) from subtitles
  where id = new.subtitle_id and text_id = new.id;
  return null;
end
$$;
create trigger subtitle_versions_indexed after insert on subtitle_versions
  for each row execute function index_subtitle_text();

create function index_subtitle() returns trigger language plpgsql as $$
begin
  perform cut_subtitle_chunks(new.id, content) from subtitle_versions where id = new.text_id;
  return null;
end
$$;
create trigger subtitles_indexed after update of text_id on subtitles
  for each row when (old.text_id is distinct from new.text_id) execute function index_subtitle();

do $$
begin
  perform cut_subtitle_chunks(subtitles.id, text.content)
  from subtitles join subtitle_versions text on text.id = subtitles.text_id;
end
$$;
