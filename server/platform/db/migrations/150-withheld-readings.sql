-- A transcript that may be in another language than it was recognised in: people see it, and nothing is made of it until
-- someone has checked it.
alter table readings add column language_doubt boolean not null default false;
alter table readings add column withheld boolean not null generated always as (language_doubt and checked_at is null) stored;

-- Work that was left out until someone says which language is spoken is listed beside work that lacks an engine.
create or replace function work_tabs(kind text, state text, current boolean, cause_code text, check_state text) returns text[]
language sql immutable parallel safe as $$
  select array_remove(array[
    'work all',
    case when current and (state = 'failed'
      or (state = 'skipped' and cause_code in ('engineMissing', 'languageNotDeclared', 'otherLanguage')))
      then 'work attention' end,
    case when state = 'running' then 'work running' end,
    case when state in ('pending', 'queued') then 'work waiting' end,
    case when state = 'done' then 'work done' end,
    case when current and kind in ('ocr', 'asr') then kind || ' all' end,
    case when current and kind in ('ocr', 'asr') then
      case
        when state in ('none', 'cancelled')
          or (state = 'skipped' and cause_code in ('engineMissing', 'languageNotDeclared', 'otherLanguage'))
          then kind || ' todo'
        when state in ('pending', 'queued', 'running') then kind || ' running'
        when state = 'failed' then kind || ' failed'
        when state = 'done' and check_state = 'needs_check' then kind || ' needsCheck'
        when state = 'done' and check_state = 'checked' then kind || ' checked'
        when state = 'done' then kind || ' done'
      end
    end
  ], null)
$$;

-- Subtitles are out of date, too, when the transcript that they were made from no longer counts and no other does.
create or replace function judge_subtitle() returns trigger language plpgsql as $$
begin
  select new.version_id is distinct from resources.version_id or (new.reading_id is not null and not exists (
      select from readings where id = new.reading_id and current))
    into new.stale from resources where id = new.resource_id;
  return new;
end
$$;
drop trigger readings_judge_subtitles on readings;
create trigger readings_judge_added_subtitles after insert on readings
  for each row when (new.source = 'speech' and new.current) execute function judge_subtitles_of_reading();
create trigger readings_judge_subtitles after update of current on readings
  for each row when (new.source = 'speech' and new.current <> old.current) execute function judge_subtitles_of_reading();
update subtitles set version_id = version_id
where reading_id is not null and not stale and not exists (select from readings where id = reading_id and current);

-- Checking a withheld transcript changes what a summary is about.
drop trigger readings_judge_summary on readings;
create constraint trigger readings_judge_summary after insert or update of current, checked_at on readings
  deferrable initially deferred for each row execute function judge_summary_of_reading();
