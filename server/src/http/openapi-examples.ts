import type {
  DraftRequest,
  DraftResponse,
  HandoffRequest,
  HandoffResponse,
  PersonaResponse,
  UsageResponse,
} from '../domain/agent-contract.ts';
import { type ErrorCode, errorCatalogue } from '../lib/error-catalogue.ts';

export const draftRequests = {
  withConversation: {
    summary: 'The service loads the history',
    value: {
      profileId: 'prof_aurora',
      conversationId: 'conv_maya',
      message: 'hi! do you ship to Brazil?',
    } satisfies DraftRequest,
  },
  withHistory: {
    summary: 'The caller brings the history',
    value: {
      profileId: 'prof_aurora',
      message: 'how much is it?',
      history: [{ direction: 'inbound', sender_type: 'contact', body: 'I love the Moon mug' }],
    } satisfies DraftRequest,
  },
};

export const draftResponses = {
  safe: {
    summary: 'May be sent as it is',
    value: {
      ok: true,
      decision: {
        intent: 'shipping',
        riskLevel: 'safe',
        confidence: 0.93,
        reply: 'Hey you! I ship worldwide from Lisbon; orders leave the studio every Tuesday.',
        rationale: 'A question about shipping, answered with the approved fact f_ship.',
        requiresCreator: false,
        mediaAssetId: 'asset_parcel',
      },
    } satisfies DraftResponse,
  },
  review: {
    summary: 'Only after the creator decided',
    value: {
      ok: true,
      decision: {
        intent: 'order_status',
        riskLevel: 'review',
        confidence: 0.88,
        reply: '',
        rationale: 'Asks about their own order, which only the creator can look up.',
        requiresCreator: true,
        mediaAssetId: '',
      },
    } satisfies DraftResponse,
  },
};

export const handoffRequests = {
  confirmed: {
    value: { conversationId: 'conv_maya', confirm: true, reason: 'Asks where her order is' } satisfies HandoffRequest,
  },
};

export const handoffResponses = {
  queued: {
    value: {
      ok: true,
      conversationId: 'conv_maya',
      state: 'awaiting_owner',
      creatorNotified: true,
    } satisfies HandoffResponse,
  },
};

export const personaResponses = {
  aurora: {
    value: {
      ok: true,
      persona: {
        profileId: 'prof_aurora',
        displayName: 'Aurora Lane',
        about: 'Ceramic artist in Lisbon.',
        languages: ['en'],
        voice: { traits: ['warm', 'playful'], emoji: 'sparing', maxLength: 400, avoid: ['babe', 'guaranteed'] },
        phrases: [{ id: 'ph_hi', use: 'greeting', text: 'Hey you!' }],
        facts: [
          {
            id: 'f_ship',
            topic: 'shipping',
            text: 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.',
            aliases: ['delivery', 'do you post abroad'],
            mediaAssetId: 'asset_parcel',
          },
        ],
        offers: [
          {
            id: 'o_mug',
            name: 'Moon mug',
            text: 'The Moon mug is €38 and holds 350 ml.',
            price: '€38',
            url: 'https://aurora.example/mug',
          },
        ],
      },
    } satisfies PersonaResponse,
  },
};

export const usageResponses = {
  november: {
    value: {
      ok: true,
      usage: {
        plan: 'creator',
        limit: 500,
        used: 38,
        remaining: 462,
        period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
        totals: { drafts: 31, replays: 4, handoffs: 2, bySource: { api: 31, inbox: 5, page: 2 } },
      },
    } satisfies UsageResponse,
  },
};

export function errorExample(code: ErrorCode) {
  return { ok: false, error: code, message: errorCatalogue[code].message, requestId: 'req_5f0c2f6f9a1e4b7d8c3a2b10' };
}
