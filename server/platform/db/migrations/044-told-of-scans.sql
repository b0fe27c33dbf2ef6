-- Why what others get to see could not be covered. It goes when it is tried again.
alter table sensitive_reviews add column mask_failed_at timestamptz, add column mask_failed_why text;

-- Those with hits that they had not before: of them people are told together, when the rescan ends.
alter table sensitive_rescan_items add column flagged boolean not null default false;
