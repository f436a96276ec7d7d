export const attachmentKinds = ['image', 'video', 'audio', 'voice', 'file', 'sticker', 'story', 'other'] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];
