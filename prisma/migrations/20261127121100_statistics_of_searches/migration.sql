-- compatible
-- What is known of an expression goes with its index, and these are new.
ANALYZE "documents";
