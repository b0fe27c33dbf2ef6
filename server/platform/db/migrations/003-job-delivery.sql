-- The delivery that may run the job: one that comes twice by mistake is told apart from one that comes again after a crash.
alter table jobs add column delivery_id uuid;

-- A cut stream asks for what one person missed.
create index events_user on events (user_id, id);
