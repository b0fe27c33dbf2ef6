-- Subtitles from a file, and those that were typed, are not made from a transcript: they do not go out of date with it.
update subtitles set reading_id = null
where reading_id is not null and exists (
  select from subtitle_versions first
  where first.subtitle_id = subtitles.id and first.number = 1
    and (first.origin = 'imported' or (first.origin = 'edited' and first.cues = 0)));
