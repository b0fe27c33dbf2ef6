-- Within a kind, only those with a tag are looked at that are of it. (By state the same would cost more than it saves.)
drop index resources_tags;
create index resources_tags on resources using gin (tag_ids, kind);

-- The language decides where titles stand in the alphabet: from Z to A, all Chinese ones come before the first in Latin
-- letters. Whoever asks for one language does not walk past the others.
create index resources_language_title on resources (language, lower(title), id)
  include (title, state, kind, owner_id, department_id, library_id, visibility) where state not in ('trashed', 'purged');
