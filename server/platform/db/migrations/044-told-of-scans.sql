-- Why what others get to see could not be covered. It goes when it is tried again.
alter table sensitive_reviews add column mask_failed_at timestamptz, add column mask_failed_why text;

-- Those with hits that they had not before: of them people are told together, when the rescan ends.
alter table sensitive_rescan_items add column flagged boolean not null default false;

-- Disguises of several kinds within one word are seen now: what was scanned before is looked at again.
insert into sensitive_scan_wishes (resource_id) select id from resources where state not in ('trashed', 'purged');
