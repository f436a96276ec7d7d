import Type from 'typebox';
import { PushSubscription } from '../push-device.ts';
import { closed } from './shapes.ts';

export const PushState = Type.Object({
  isOn: Type.Boolean({ description: 'this browser is told, for as long as it is signed in' }),
});
export const PushBegun = Type.Object({
  publicKey: Type.String({ description: 'what the browser subscribes with' }),
  ticket: Type.String({ description: 'comes back with the subscription' }),
});
export const TurnOnPushRequest = Type.Object(
  { ticket: Type.String({ minLength: 1, maxLength: 1_000 }), subscription: PushSubscription },
  closed,
);
