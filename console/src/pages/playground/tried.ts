const keyOf = (workspaceId: string): string => `understudy:tried:${workspaceId}`;

/** Remembers in this browser that somebody tried a message in a workspace. */
export function noteTried(workspaceId: string): void {
  localStorage.setItem(keyOf(workspaceId), 'yes');
}

/** Returns true if somebody tried a message in a workspace with this browser. */
export function wasTried(workspaceId: string): boolean {
  return localStorage.getItem(keyOf(workspaceId)) !== null;
}
