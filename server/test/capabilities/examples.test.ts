import { expect, test } from 'vitest';
import type { CapabilityDefinition } from '../../src/capabilities/capability.ts';
import { capabilityDefinitions } from '../../src/capabilities/create-capabilities.ts';
import { createValidator } from '../../src/lib/validator.ts';

test.each(Object.entries<CapabilityDefinition>(capabilityDefinitions))(
  'every documented request and response of %s is valid',
  (_, { input, output, openapi }) => {
    const [isRequest, isResponse] = [createValidator(input), createValidator(output)];
    for (const { value } of Object.values(openapi.requests)) expect(isRequest(value)).toMatchObject({ ok: true });
    for (const { value } of Object.values(openapi.responses)) expect(isResponse(value)).toMatchObject({ ok: true });
  },
);
