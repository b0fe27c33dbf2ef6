-- A look for two characters is a short one: other processes would take longer to start than it takes.
alter function wide_pieces(text) cost 1 parallel restricted;
