-- What the store needs besides the key to go on with a file that comes in pieces.
alter table uploads add column assembly text not null default '';
-- By its content, while somebody has to choose what becomes of it.
alter table uploads add column format text;
-- Who writes just now, and until when that is believed: a process that died is not waited for longer.
alter table uploads add column writer uuid;
alter table uploads add column writer_until timestamptz;
-- In which words, and from where, whoever announced it is spoken to by the work that follows.
alter table uploads add column language text not null default 'en';
alter table uploads add column unpack_job_id uuid;

-- The tidy-up asks which stored objects an upload still names.
create index uploads_store_key on uploads (store_key) where state in ('receiving', 'checking', 'duplicate', 'unpacking');
create index uploads_library on uploads (library_id) where state in ('receiving', 'checking', 'duplicate', 'unpacking');
create index uploads_settled on uploads (updated_at) where state in ('done', 'refused', 'cancelled');
