-- Triggers only set dirty marks and add to counts and logs. What they did beyond that is now done by the features that own
-- the tables.

-- Whoever writes a password sets its time.
drop function note_password() cascade;

-- Whoever changes words or packs locks the dictionary first.
drop function lock_sensitive_dictionary() cascade;
