-- compatible
-- Plain columns in GIN indexes.
CREATE EXTENSION IF NOT EXISTS btree_gin;
