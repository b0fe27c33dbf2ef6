-- Masks are places in a text as the last scan saw it. Between a change of the text and the next scan nobody knows where what
-- they cover stands: until then all of it is covered for those who may not see it.

-- The texts whose masks count for a text: subtitles say what is said, a summary says what stands anywhere.
create function mask_sources(of_source text) returns text[] language sql immutable parallel safe as $$
  select case of_source
    when 'subtitle' then array['speech', 'subtitle']
    when 'summary' then array['document', 'ocr', 'speech', 'summary']
    else array[of_source] end
$$;

-- What people decided to mask in it, whether it is there right now or in older versions only.
create function masked_marks(of_resource uuid, of_source text)
returns table (excerpt text, mark_start integer, mark_end integer) language sql stable as $$
  select excerpt, mark_start, mark_end from sensitive_decisions
  where resource_id = of_resource and word_id is not null and undone_at is null and superseded_by is null
    and decision = 'mask' and source = any (mask_sources(of_source)) and excerpt is not null
$$;

-- A piece of a text as JavaScript counts, where characters beyond the basic plane are two.
create function counted_slice(given text, from_unit integer, to_unit integer) returns text language sql immutable as $$
  select coalesce(string_agg(letter, '' order by number) filter (where place >= from_unit and place < to_unit), '')
  from (
    select letter, number, (sum(case when ascii(letter) > 65535 then 2 else 1 end) over (order by number)
      - case when ascii(letter) > 65535 then 2 else 1 end) as place
    from regexp_split_to_table(given, '') with ordinality letters (letter, number)) placed
$$;

create function is_covered_whole(of_resource uuid, of_source text) returns boolean language plpgsql stable as $$
begin
  if not exists (select from sensitive_scan_wishes where resource_id = of_resource) then return false; end if;
  return exists (select from sensitive_masks where resource_id = of_resource and source = any (mask_sources(of_source)))
    or exists (select from masked_marks(of_resource, of_source));
end
$$;

create or replace function covered_text(passage text, of_resource uuid, of_source text, at_position integer) returns text
language plpgsql stable as $$
declare
  spans int4multirange;
  covered text := '';
  letter text;
  place integer := 0;
begin
  if is_covered_whole(of_resource, of_source) then return regexp_replace(passage, '\S', '■', 'g'); end if;
  -- A mask whose text is gone covers a place in the file alone.
  select range_agg(int4range(mask.start_offset, mask.end_offset)) into spans
  from sensitive_masks mask join sensitive_hits hit on hit.id = mask.hit_id
  where mask.resource_id = of_resource and mask.source = of_source and mask.position = at_position and hit.state <> 'gone';
  -- What was made of texts says their words elsewhere.
  if of_source in ('subtitle', 'summary') then
    for letter in select counted_slice(excerpt, mark_start, mark_end) from masked_marks(of_resource, of_source) loop
      if letter ~ '\S' then
        passage := regexp_replace(passage, regexp_replace(letter, '(\W)', '\\\1', 'g'),
          regexp_replace(letter, '\S', '■', 'g'), 'gi');
      end if;
    end loop;
  end if;
  if spans is null then return passage; end if;
  for letter in select given.letter from regexp_split_to_table(passage, '') with ordinality given (letter, number)
    order by number loop
    covered := covered || case when spans @> place and letter ~ '\S' then '■' else letter end;
    place := place + case when ascii(letter) > 65535 then 2 else 1 end;
  end loop;
  return covered;
end
$$;
