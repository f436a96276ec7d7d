import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { createInputParser } from '../../capabilities/parse-input.ts';
import { askBounds } from '../../domain/page/views.ts';
import { text } from '../../domain/text.ts';
import { ServiceError } from '../../lib/errors.ts';
import { parseJsonBody } from '../parse-json-body.ts';
import { requirePlainJson } from '../require-plain-json.ts';

export interface GivenAsk {
  readonly question: string;
  readonly contact: string | null;
  readonly proof:
    | { readonly kind: 'work'; readonly proof: string }
    | { readonly kind: 'form'; readonly ticket: string };
  /** True if the hidden field, which only a bot would fill in, is not empty. */
  readonly isTrapped: boolean;
}

const { question, contact } = askBounds;
const closed = { additionalProperties: false };
const Json = Type.Object(
  {
    question: text(question.min, question.max),
    // Optional in the schema, so that a question without a proof is rejected because the proof is missing, and not
    // because of its format.
    proof: Type.Optional(Type.String()),
    contact: Type.Optional(text(contact.min, contact.max)),
  },
  closed,
);
const Form = Type.Object(
  {
    question: text(question.min, question.max),
    contact: Type.Optional(Type.Union([Type.Literal(''), text(contact.min, contact.max)])),
    ticket: Type.Optional(Type.String()),
    website: Type.Optional(Type.String()),
  },
  closed,
);
const parseJson = createInputParser(Json);
const parseForm = createInputParser(Form);

/** Returns true if a request submits the HTML form; a question as JSON does not. */
export function isFormPost({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
}

/** Returns the fields of the form as they arrived, so that the form can show them again. */
export function formFields(body: unknown): Readonly<Record<string, string>> {
  if (!Buffer.isBuffer(body)) return {};
  return Object.fromEntries(new URLSearchParams(body.toString('utf8')));
}

/**
 * Reads a question from JSON or from the form. @throws ServiceError `unsupported_media_type`, `invalid_json`, or
 * `invalid_request` that names the field and its limit
 */
export function readAsk(request: Pick<FastifyRequest, 'headers' | 'body'>): GivenAsk {
  requirePlainJson(request.headers);
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (isFormPost(request)) {
    refuseRepeated(bytes);
    const { ticket = '', website = '', ...given } = parseForm(Object.fromEntries(new URLSearchParams(utf8(bytes))));
    return {
      question: given.question,
      contact: given.contact || null,
      proof: { kind: 'form', ticket },
      isTrapped: website !== '',
    };
  }
  const { proof = '', question: asked, contact: left = null } = parseJson(parseJsonBody(bytes));
  return { question: asked, contact: left, proof: { kind: 'work', proof }, isTrapped: false };
}

/** Returns the field that a refusal by `readAsk` is about, if visitors fill it in; null otherwise. */
export function faultyField(message: string): 'question' | 'contact' | null {
  return /\bquestion\b/.test(message) ? 'question' : /\bcontact\b/.test(message) ? 'contact' : null;
}

function refuseRepeated(bytes: Buffer): void {
  const names = [...new URLSearchParams(bytes.toString('utf8')).keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new ServiceError('invalid_request', {
    message: 'The form contains the same field twice. Send each field once.',
  });
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function utf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw new ServiceError('invalid_request', { message: 'The form is not valid UTF-8.' }, { cause: error });
  }
}
