-- Set where a person recorded, in the console, an answer that was given elsewhere: who, when, and what to take back. JSON.
ALTER TABLE messages ADD COLUMN recorded TEXT;
