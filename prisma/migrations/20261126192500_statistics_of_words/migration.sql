-- compatible
-- The index of words is new, and what is known of an expression goes with its index: without it the planner takes every word for
-- a rare one, until a tenth of the documents has changed.
ANALYZE "documents";
