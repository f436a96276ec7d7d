CREATE OR REPLACE FUNCTION passkey_json(p_passkey passkeys) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('credentialId', p_passkey.credential_id, 'accountId', p_passkey.account_id, 'name', p_passkey.name,
    'publicKey', p_passkey.public_key, 'counter', p_passkey.counter, 'transports', p_passkey.transports,
    'createdAt', p_passkey.created_at, 'lastUsedAt', p_passkey.last_used_at)
$$;

-- Adds a passkey. `p_passkey`: the passkey, and {notice}.
CREATE OR REPLACE FUNCTION add_passkey(p_passkey json) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account(p_passkey ->> 'accountId');
  INSERT INTO passkeys VALUES (p_passkey ->> 'credentialId', p_passkey ->> 'accountId', p_passkey ->> 'name', p_passkey ->> 'publicKey',
    (p_passkey ->> 'counter')::bigint, p_passkey -> 'transports', now_ms(), NULL) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM add_notice(p_passkey ->> 'accountId', 'passkey_added', p_passkey ->> 'name', p_passkey -> 'notice');
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION list_passkeys(p_account text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account(p_account);
  RETURN (SELECT coalesce(json_agg(passkey_json(k) ORDER BY created_at, credential_id), '[]') FROM passkeys k WHERE account_id = p_account);
END $$;

CREATE OR REPLACE FUNCTION read_passkey(p_credential text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account('*');
  RETURN (SELECT passkey_json(k) FROM passkeys k WHERE credential_id = p_credential);
END $$;

CREATE OR REPLACE FUNCTION touch_passkey(p_credential text, p_counter bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  PERFORM enter_account('*');
  UPDATE passkeys SET counter = p_counter, last_used_at = v_now WHERE credential_id = p_credential;
END $$;

CREATE OR REPLACE FUNCTION remove_passkey(p_account text, p_credential text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account(p_account);
  DELETE FROM passkeys WHERE account_id = p_account AND credential_id = p_credential;
  RETURN FOUND;
END $$;
