-- The functions that change a conversation count its epoch and wake its thread themselves: Citus refuses triggers on spread tables.
DROP TRIGGER IF EXISTS conversations_grow ON conversations;
DROP ROUTINE IF EXISTS outdate_drafts();
