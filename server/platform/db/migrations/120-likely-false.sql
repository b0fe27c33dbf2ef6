-- Matches that cross the words of a Chinese text: marked as likely false, last in the queue, and dismissed by word.

alter table sensitive_hits add column likely_false boolean not null default false;
alter table sensitive_words add column ignore_likely_false boolean not null default false;

drop trigger sensitive_words_locked on sensitive_words;
create trigger sensitive_words_locked before insert or delete or update of text, key, mode, variants, language, severity,
  sources, kinds, exceptions, ignore_likely_false, enabled, deleted_at, pack_id on sensitive_words
  for each statement execute function lock_sensitive_dictionary();

create or replace function sensitive_word_matched(word sensitive_words) returns jsonb
language sql immutable parallel safe as $$
  select case when word.enabled and word.deleted_at is null then jsonb_build_object(
    'text', word.text, 'mode', word.mode, 'variants', word.variants, 'language', word.language,
    'severity', word.severity, 'sources', word.sources, 'kinds', word.kinds, 'exceptions', word.exceptions,
    'ignoreLikelyFalse', word.ignore_likely_false, 'packId', word.pack_id) end
$$;

-- All open matches of the review are likely false, or all matches where none is open.
alter table sensitive_reviews add column likely_false boolean not null default false;

-- Adding hours does not depend on a time zone.
create function review_queue_at(due_at timestamptz, likely_false boolean) returns timestamptz
language sql immutable parallel safe as $$
  select case when likely_false then due_at + interval '876000 hours' else due_at end
$$;
alter table sensitive_reviews add column queue_at timestamptz not null
  generated always as (review_queue_at(due_at, likely_false)) stored;
drop index sensitive_reviews_by_due, sensitive_reviews_open_due, sensitive_reviews_state_due, sensitive_reviews_claimed,
  sensitive_reviews_department, sensitive_reviews_owner;
create index sensitive_reviews_by_due on sensitive_reviews (queue_at, resource_id) where live;
create index sensitive_reviews_open_due on sensitive_reviews (queue_at, resource_id)
  where live and state in ('open', 'claimed');
create index sensitive_reviews_state_due on sensitive_reviews (state, queue_at, resource_id) where live;
create index sensitive_reviews_claimed on sensitive_reviews (claimed_by, queue_at, resource_id)
  where claimed_by is not null;
create index sensitive_reviews_department on sensitive_reviews (department_id, queue_at, resource_id);
create index sensitive_reviews_owner on sensitive_reviews (owner_id, queue_at, resource_id);

-- The indexes by severity go with the column.
alter table sensitive_reviews drop column severity_rank;
alter table sensitive_reviews add column severity_rank smallint not null
  generated always as (case when likely_false then 0 else severity_rank(severity) end) stored;
create index sensitive_reviews_by_severity on sensitive_reviews (severity_rank, resource_id) where live;
create index sensitive_reviews_open_severity on sensitive_reviews (severity_rank, resource_id)
  where live and state in ('open', 'claimed');

create or replace function sum_sensitive_hits() returns trigger language plpgsql as $$
declare
  touched uuid[];
begin
  if tg_op = 'INSERT' then touched := array(select distinct resource_id from added);
  elsif tg_op = 'DELETE' then touched := array(select distinct resource_id from removed);
  else
    -- A hit that only moved leaves the sums as they are.
    touched := array(select distinct added.resource_id from added join removed using (id)
      where (added.state, added.severity, added.likely_false, added.source, added.excerpt)
        is distinct from (removed.state, removed.severity, removed.likely_false, removed.source, removed.excerpt));
  end if;
  if touched = '{}' then return null; end if;
  insert into sensitive_reviews as review (resource_id, state, severity, likely_false, open_hits, hits, word_ids, sources,
    first_hit_id, first_word, first_source, first_snippet, first_mark_start, first_mark_end, resource_kind, department_id,
    owner_id, live)
  select resource.id, case when sums.open > 0 then 'open' else 'cleared' end, sums.severity, sums.likely_false, sums.open,
    sums.hits, sums.word_ids, sums.sources, first.id, first.word, first.source, first.excerpt, first.mark_start,
    first.mark_end, resource.kind, resource.department_id, resource.owner_id, resource.state not in ('trashed', 'purged')
  from reviewed_items resource
    cross join lateral (
      select count(*) filter (where state = 'open') as open, count(*) as hits,
        case coalesce(max(severity_rank(severity)) filter (where state = 'open'), max(severity_rank(severity)))
          when 3 then 'block' when 2 then 'review' when 1 then 'notice' end as severity,
        coalesce(bool_and(likely_false) filter (where state = 'open'), bool_and(likely_false), false) as likely_false,
        coalesce(array_agg(distinct word_id), '{}') as word_ids, coalesce(array_agg(distinct source), '{}') as sources
      from sensitive_hits where resource_id = resource.id and state <> 'gone'
    ) sums
    left join lateral (
      select hit.id, word.text as word, hit.source, hit.excerpt, hit.mark_start, hit.mark_end
      from sensitive_hits hit join sensitive_words word on word.id = hit.word_id
      where hit.resource_id = resource.id and hit.state <> 'gone'
      order by hit.state = 'open' desc, hit.likely_false, severity_rank(hit.severity) desc, hit.source = 'title' desc,
        hit.source, hit.position, hit.start_offset, hit.id
      limit 1
    ) first on true
  where resource.id = any (touched)
  order by resource.id
  on conflict (resource_id) do update set severity = excluded.severity, likely_false = excluded.likely_false,
    open_hits = excluded.open_hits, hits = excluded.hits, word_ids = excluded.word_ids, sources = excluded.sources,
    first_hit_id = excluded.first_hit_id, first_word = excluded.first_word, first_source = excluded.first_source,
    first_snippet = excluded.first_snippet, first_mark_start = excluded.first_mark_start,
    first_mark_end = excluded.first_mark_end;
  return null;
end
$$;
