import type { PersonalDataKind, stayReasons } from '@lectern/contract/features/personal-data.ts';

type Why = (typeof stayReasons)[number];

export type Place = {
  table: string;
  column: string;
  /** SQL condition that limits the place to some of the person's rows. */
  only?: string;
  /** Columns that are never exported: secrets and derived values. */
  without?: readonly string[];
  /** The row stays, but its reference to the person is cleared. */
  forget?: true;
};

export type Part = { kind: PersonalDataKind; places: readonly Place[] } & (
  | { fate: 'goes' }
  | { fate: 'stays'; why: Why }
);

const at = (table: string, ...columns: string[]): Place[] => columns.map((column) => ({ table, column }));

/**
 * Every reference to a person and what happens to it on erasure. A test compares this list with the database and fails
 * for any reference that is missing here.
 */
export const personalDataParts: readonly Part[] = [
  {
    kind: 'signIn',
    fate: 'goes',
    places: [
      { table: 'sessions', column: 'user_id' },
      { table: 'user_devices', column: 'user_id', without: ['hash'] },
      { table: 'user_identities', column: 'user_id' },
      { table: 'sign_in_challenges', column: 'user_id', without: ['hash', 'proof'] },
      { table: 'sign_on_attempts', column: 'user_id', without: ['hash', 'browser_hash', 'nonce', 'code_verifier'] },
      { table: 'password_resets', column: 'user_id', without: ['token_hash'] },
      { table: 'idempotency_keys', column: 'user_id', without: ['request_hash', 'answer'] },
      { table: 'sessions', column: 'view_as_user_id', without: ['ip', 'user_agent', 'user_id'], forget: true },
    ],
  },
  {
    kind: 'preferences',
    fate: 'goes',
    places: [
      { table: 'list_views', column: 'owner_id', only: 'not shared' },
      ...at('list_columns', 'user_id'),
      ...at('notification_preferences', 'user_id'),
      ...at('saved_reports', 'owner_id'),
    ],
  },
  {
    kind: 'messages',
    fate: 'goes',
    places: [
      ...at('notifications', 'user_id'),
      ...at('events', 'user_id'),
      { table: 'mail_recipients', column: 'user_id', without: ['sealed', 'handler_id'] },
    ],
  },
  {
    kind: 'favourites',
    fate: 'goes',
    places: [...at('favourites', 'owner_id'), ...at('favourite_folders', 'owner_id')],
  },
  {
    kind: 'unfinished',
    fate: 'goes',
    places: [
      ...at('text_drafts', 'user_id'),
      ...at('edit_locks', 'user_id'),
      ...at('downloads', 'owner_id'),
      { table: 'uploads', column: 'owner_id', without: ['store_key', 'sha256'] },
      ...at('imports', 'owner_id'),
      ...at('record_exports', 'owner_id'),
    ],
  },
  {
    kind: 'memberships',
    fate: 'goes',
    places: [
      ...at('permission_group_members', 'user_id'),
      ...at('task_routes', 'user_id'),
      ...at('course_people', 'user_id'),
      { table: 'departments', column: 'head_id', forget: true },
    ],
  },
  {
    kind: 'usage',
    fate: 'goes',
    places: [{ table: 'access_events', column: 'user_id', without: ['viewer'], forget: true }],
  },
  {
    kind: 'resources',
    fate: 'stays',
    why: 'institution',
    places: [
      ...at('resources', 'owner_id', 'created_by', 'state_by'),
      ...at('resource_versions', 'created_by'),
      { table: 'files', column: 'created_by', without: ['store_key', 'sha256'] },
      ...at('folders', 'created_by'),
      ...at('libraries', 'owner_id'),
      ...at('column_items', 'added_by'),
      ...at('courses', 'owner_id', 'created_by', 'state_by'),
      ...at('chapter_resources', 'added_by'),
      ...at('home_entries', 'added_by'),
      ...at('home_page_uses', 'added_by'),
      // The owner of the resource at the time of use.
      ...at('access_events', 'owner_id'),
    ],
  },
  {
    kind: 'texts',
    fate: 'stays',
    why: 'institution',
    places: [
      ...at('readings', 'created_by', 'checked_by'),
      ...at('subtitles', 'changed_by', 'checked_by', 'published_by', 'deleted_by'),
      ...at('subtitle_versions', 'created_by'),
      ...at('summaries', 'created_by'),
      ...at('resource_summaries', 'changed_by'),
      ...at('glossary_terms', 'created_by', 'updated_by'),
    ],
  },
  { kind: 'notes', fate: 'stays', why: 'institution', places: at('resource_notes', 'author_id', 'resolved_by') },
  {
    kind: 'decisions',
    fate: 'stays',
    why: 'proof',
    places: [
      ...at('sensitive_decisions', 'by', 'undone_by'),
      ...at('sensitive_reviews', 'claimed_by', 'escalated_by', 'returned_by', 'unblock_asked_by', 'decided_by'),
      ...at('duplicate_decisions', 'decided_by'),
      ...at('reader_reports', 'settled_by'),
      ...at('sensitive_word_changes', 'by'),
    ],
  },
  {
    kind: 'tasks',
    fate: 'stays',
    why: 'institution',
    places: [
      ...at('tasks', 'created_by', 'assignee_id', 'routed_to', 'closed_by'),
      ...at('task_comments', 'author_id'),
    ],
  },
  {
    kind: 'administration',
    fate: 'stays',
    why: 'proof',
    places: [
      { table: 'list_views', column: 'owner_id', only: 'shared' },
      ...at('users', 'created_by'),
      ...at('settings', 'updated_by'),
      ...at('operations', 'actor_id'),
      ...at('jobs', 'requested_by'),
      ...at('paused_queues', 'paused_by'),
      ...at('permission_groups', 'created_by', 'updated_by'),
      ...at('permission_group_versions', 'actor_id'),
      ...at('sensitive_packs', 'created_by', 'updated_by'),
      ...at('sensitive_words', 'created_by', 'updated_by'),
      ...at('sensitive_rescans', 'requested_by'),
      ...at('language_model_calls', 'requested_by'),
      ...at('mails', 'sender_id'),
      ...at('mail_templates', 'created_by', 'updated_by'),
      { table: 'api_keys', column: 'created_by', without: ['secret_hash', 'old_secret_hash'] },
      { table: 'api_keys', column: 'revoked_by', without: ['secret_hash', 'old_secret_hash'] },
      { table: 'webhooks', column: 'created_by', without: ['secret_sealed'] },
      ...at('home_page', 'changed_by'),
      ...at('home_page_versions', 'published_by'),
    ],
  },
  { kind: 'activities', fate: 'stays', why: 'proof', places: at('activities', 'actor_id') },
];

/** Columns that refer to the person in rows about other people; those rows are not exported. */
export const exportedByIdOnly: ReadonlySet<string> = new Set(['users.created_by', 'access_events.owner_id']);

/** Columns of the person's own row that are not exported: secrets and the derived search text. */
export const personSecrets = ['password_hash', 'totp_secret', 'totp_last_step', 'recovery_hashes', 'search_text'];
