-- compatible
-- Lists of documents in a state are narrowed by days before each document is looked at. Those that are open already have none here,
-- and are looked at as before.
ALTER TABLE "open_documents" ADD COLUMN "issueDate" DATE, ADD COLUMN "dueDate" DATE;
