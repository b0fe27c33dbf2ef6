-- Rare words are taken for frequent ones when two of a small sample happen to hold them, and a walk for them never ends.
alter table resources alter column search_text set statistics 1000;
