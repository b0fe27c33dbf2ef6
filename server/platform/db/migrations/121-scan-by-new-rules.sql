-- The matcher finds other disguises and marks doubtful matches: everything scanned before is scanned again.
insert into sensitive_scan_wishes (resource_id) select resource_id from sensitive_scans;
