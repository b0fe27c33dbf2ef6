-- Search: pieces of three characters and more by trigrams, whose frequency the planner knows from samples of the text: words
-- that are everywhere are found on a walk along the list's order, rare ones through the index. One or two characters of
-- scripts that write words that short have an index of their own.

-- Each character beyond ASCII, and each pair of neighbours among them.
create function wide_pieces(value text) returns text[] language plpgsql immutable parallel safe cost 10 as $$
declare
  characters text[];
  run text;
  pieces text[] := '{}';
begin
  foreach run in array string_to_array(regexp_replace(value, '[\x01-\x7f]+', ' ', 'g'), ' ') loop
    characters := string_to_array(run, null);
    pieces := pieces || characters;
    for place in 1 .. coalesce(array_length(characters, 1), 0) - 1 loop
      pieces := array_append(pieces, characters[place] || characters[place + 1]);
    end loop;
  end loop;
  return pieces;
end
$$;

drop index resources_search;
alter table resources alter column search_text set statistics 300;
create index resources_search on resources using gin (search_text gin_trgm_ops);
create index resources_search_wide on resources using gin (wide_pieces(search_text));

-- Folders count what is in them, of what the person may see, without a look at the resources.
create index resources_folder_counts on resources (library_id, folder_id, state, department_id, owner_id)
  where folder_id is not null and state not in ('trashed', 'purged');
