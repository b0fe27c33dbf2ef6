-- Lists find by this what the task and the check state of the work say: someone should look at the text.
alter table readings add column needs_check boolean not null default false;
update readings set needs_check = true
where confidence < 0.9
  or exists (
    select from jobs
    where jobs.version_id = readings.version_id and jobs.check_state = 'needs_check'
      and jobs.kind = case readings.source when 'ocr' then 'ocr' when 'speech' then 'asr' end
  );
update resources set low_confidence = true
from readings
where readings.version_id = resources.version_id and readings.current and readings.needs_check
  and readings.checked_at is null and not resources.low_confidence;
