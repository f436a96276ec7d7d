import Type from 'typebox';
import { askBounds } from '../domain/page/views.ts';
import { text } from '../domain/text.ts';
import type { ErrorCode } from '../lib/error-catalogue.ts';
import { errorResponses, reference, success } from './openapi-responses.ts';

type Json = Record<string, unknown>;

const { question, contact } = askBounds;
const link = `/p/aurora/r/${'A'.repeat(43)}`;
const message = "I'll pass this to Aurora Lane.";
const part = { text: 'I ship worldwide.', topic: 'shipping', approvedOn: '2026-11-20', url: null };
const passedOn = { ok: true, answered: false, message, link };
const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

/** The inputs and outputs of the Page's paths. */
export const pageSchemas = {
  PageChallenge: Type.Object(
    {
      parameters: Type.Object(
        {
          algorithm: Type.Literal('PBKDF2/SHA-256'),
          nonce: Type.String(),
          salt: Type.String(),
          cost: Type.Integer({ minimum: 1, description: 'iterations' }),
          keyLength: Type.Integer(),
          keyPrefix: Type.String({ description: 'the beginning of the derived key, in hexadecimal' }),
          expiresAt: Type.Integer({ description: 'Unix seconds' }),
          data: Type.Object({ page: Type.String({ description: 'the slug' }) }),
        },
        { additionalProperties: true },
      ),
      signature: Type.String(),
    },
    { description: 'an ALTCHA v2 challenge; it has a solution with a counter below 1000' },
  ),
  PageAskRequest: Type.Object(
    {
      question: text(question.min, question.max),
      proof: Type.Optional(
        Type.String({
          description: 'base64 of `{challenge, solution: {counter, derivedKey}}`; always required in practice',
        }),
      ),
      contact: Type.Optional(text(contact.min, contact.max, { description: 'how the creator may reach the visitor' })),
    },
    { additionalProperties: false },
  ),
  PageAskResponse: Type.Object({
    ok: Type.Literal(true),
    answered: Type.Boolean(),
    parts: Type.Optional(
      Type.Array(
        Type.Object({
          text: Type.String({ description: 'an approved item, word for word' }),
          topic: nullableText('present if the item is a fact with a topic'),
          approvedOn: Type.String({ format: 'date' }),
          url: nullableText('present if the item is an offer with an http or https address'),
        }),
      ),
    ),
    message: Type.Optional(Type.String()),
    link: Type.Optional(Type.String({ description: 'where the visitor will find the answer' })),
  }),
  TlsAllowed: Type.Object({ ok: Type.Literal(true) }),
};

const failures: ErrorCode[] = ['page_not_found', 'invalid_request', 'internal_error', 'service_unavailable'];

/** Describes the paths of Pages, which visitors open without a key. */
export function pageOperations(): Json {
  const slug = parameter('slug', 'the Page', 'aurora');
  const page = (description: string, more: Json = {}): Json => ({
    200: {
      description,
      headers: {
        'x-request-id': { description: 'identifies this request in the service log', schema: { type: 'string' } },
      },
      content: { 'text/html': { schema: { type: 'string' } } },
    },
    ...more,
    ...errorResponses(failures),
  });
  const open = { tags: ['Page'], security: [] };
  const challenge = {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      nonce: '9f2c41d07be65a38',
      salt: '51c8e07d2ab946f3',
      cost: 2000,
      keyLength: 32,
      keyPrefix: '573be67d',
      expiresAt: 1_795_338_600,
      data: { page: 'aurora' },
    },
    signature: 'ab'.repeat(32),
  };
  return {
    '/p/{slug}': {
      get: {
        ...open,
        operationId: 'showPage',
        summary: "Show a creator's Page",
        parameters: [slug],
        responses: page('The Page', { 304: { description: 'unchanged since the given ETag' } }),
      },
    },
    '/p/{slug}/challenge': {
      get: {
        ...open,
        operationId: 'challengeVisitor',
        summary: 'Get the proof-of-work challenge for a question',
        parameters: [slug],
        responses: {
          200: success('PageChallenge', 'The challenge, valid for 10 minutes', { challenge: { value: challenge } }),
          ...errorResponses(failures),
        },
      },
    },
    '/p/{slug}/ask': {
      get: {
        ...open,
        operationId: 'showAskForm',
        summary: 'Show the form for browsers without JavaScript',
        parameters: [slug],
        responses: page('The form'),
      },
      post: {
        ...open,
        operationId: 'askPage',
        summary: 'Ask a question on a Page',
        description:
          'Answers with approved items on the Page, or passes the question on. All questions that are passed on get the same response, after at least 250 ms. The form from `GET` posts its fields URL-encoded and gets an HTML response.',
        parameters: [slug],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: reference('PageAskRequest'),
              examples: { question: { value: { question: 'Do you ship to Peru?', proof: 'eyJjaGFs' } } },
            },
          },
        },
        responses: {
          200: success('PageAskResponse', 'An answer, or the address where it will appear', {
            answered: { value: { ok: true, answered: true, parts: [part] } },
            passedOn: { value: passedOn },
          }),
          ...errorResponses([
            ...failures,
            'unsupported_media_type',
            'payload_too_large',
            'invalid_json',
            'page_origin_rejected',
            'rate_limited',
            'page_proof_required',
            'page_proof_spent',
            'page_full',
          ]),
        },
      },
    },
    '/p/{slug}/r/{token}': {
      get: {
        ...open,
        operationId: 'showThread',
        summary: "Show a question that was passed on, and the creator's answers",
        parameters: [slug, parameter('token', 'the token of the secret link', 'A'.repeat(43))],
        responses: page('The question and its answers'),
      },
    },
    '/p/page.js': {
      get: {
        ...open,
        operationId: 'embedPage',
        summary: 'The script that embeds a Page in a site',
        responses: {
          200: { description: 'The script', content: { 'text/javascript': { schema: { type: 'string' } } } },
          ...errorResponses(['internal_error']),
        },
      },
    },
    '/hooks/tls-allowed': {
      get: {
        ...open,
        operationId: 'tlsAllowed',
        summary: 'Check whether a domain is verified, for a proxy that fetches certificates on demand',
        parameters: [{ ...parameter('domain', 'the domain', 'a.example'), in: 'query' }],
        responses: {
          200: success('TlsAllowed', 'The domain serves a Page', { proven: { value: { ok: true } } }),
          ...errorResponses(['not_found', 'internal_error', 'service_unavailable']),
        },
      },
    },
  };
}

function parameter(name: string, description: string, example: string): Json {
  return { name, in: 'path', required: true, description, schema: { type: 'string' }, example };
}
