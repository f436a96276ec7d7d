import Type from 'typebox';
import { PushSubscription } from '../push-device.ts';
import { closed } from './shapes.ts';

export const PushState = Type.Object({
  isOn: Type.Boolean({ description: 'whether this browser receives notifications while it is signed in' }),
});
export const PushBegun = Type.Object({
  publicKey: Type.String({ description: 'the key that the browser subscribes with' }),
  ticket: Type.String({ description: 'return it with the subscription' }),
});
export const TurnOnPushRequest = Type.Object(
  { ticket: Type.String({ minLength: 1, maxLength: 1_000 }), subscription: PushSubscription },
  closed,
);
