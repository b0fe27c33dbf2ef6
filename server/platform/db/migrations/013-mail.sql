-- Mail.

-- Processes that deliver mail, with their last sign of life.
create table mail_handlers (
  id uuid primary key,
  seen_at timestamptz not null default now()
);

-- Last known state of the operator's mail server; one row.
create table mail_server (
  id boolean default true check (id) primary key,
  reachable boolean not null,
  problem text,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  resume_at timestamptz
);

create table mail_templates (
  id uuid primary key,
  name text not null,
  subject text not null,
  body text not null,
  created_by uuid references users on delete set null,
  updated_by uuid references users on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index mail_templates_name on mail_templates (lower(name));

create table mails (
  id uuid primary key,
  kind text not null check (kind in ('notice', 'task', 'report', 'system', 'test')),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'sent', 'partlyFailed',
    'failed', 'cancelled')),
  subject text not null default '',
  body text not null default '',
  -- Values for the placeholders of a built-in text; null: each recipient's own values.
  params jsonb,
  template_id uuid references mail_templates on delete set null,
  audience jsonb not null default '{}',
  -- Names of the chosen groups and people at the time they were chosen.
  audience_names text[] not null default '{}',
  -- Earliest time to send; null: immediately.
  send_at timestamptz,
  -- Mails per minute; null: as fast as the server accepts them.
  throttle integer check ((throttle >= 1) and (throttle <= 10000)),
  -- Not sent after this time.
  expires_at timestamptz,
  -- The mail that this one tests by sending it to its own sender.
  test_of uuid references mails on delete cascade,
  sender_id uuid references users on delete set null,
  department_id uuid references departments on delete set null,
  begun_at timestamptz,
  finished_at timestamptz,
  -- Why the whole mail failed.
  failure text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index mails_due on mails (send_at) where state = 'scheduled';
create index mails_sending on mails (begun_at) where state = 'sending';
create index mails_department on mails (department_id);
create index mails_sender on mails (sender_id);
create index mails_tests on mails (test_of) where test_of is not null;
create index mails_by_time on mails (coalesce(begun_at, send_at, updated_at), id);
create index mails_by_creation on mails (created_at, id);
create index mails_by_subject on mails (lower(subject), id);

create table mail_attachments (
  mail_id uuid references mails on delete cascade,
  resource_id uuid references resources on delete cascade,
  position integer not null,
  primary key (mail_id, resource_id)
);
create index mail_attachments_resource on mail_attachments (resource_id);

-- `handing` is committed before the mail server is contacted. After a crash, such recipients may or may not have
-- received the mail, so it is sent again only if a person asks for it.
create table mail_recipients (
  id uuid primary key,
  mail_id uuid not null references mails on delete cascade,
  user_id uuid references users on delete set null,
  name text not null,
  address text,
  state text not null check (state in ('waiting', 'handing', 'sent', 'failed', 'unknown', 'skipped')),
  reason text,
  -- The mail server's reply, or why it couldn't be reached.
  answer text,
  tries integer not null default 0,
  message_id text,
  next_try_at timestamptz not null default now(),
  handed_at timestamptz,
  -- The process that is delivering this mail.
  handler_id uuid,
  settled_at timestamptz,
  -- Sealed secret that is inserted into the text; deleted once the recipient is settled.
  sealed bytea
);
create unique index mail_recipients_once on mail_recipients (mail_id, lower(address)) where state <> 'skipped';
create index mail_recipients_mail on mail_recipients (mail_id, state);
create index mail_recipients_waiting on mail_recipients (mail_id, next_try_at, id) where state = 'waiting';
create index mail_recipients_handing on mail_recipients (handed_at) where state = 'handing';
create index mail_recipients_handed on mail_recipients (mail_id, handed_at) where handed_at is not null;
create index mail_recipients_user on mail_recipients (user_id) where user_id is not null;
