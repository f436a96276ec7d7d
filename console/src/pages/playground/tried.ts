const keyOf = (workspaceId: string): string => `understudy:tried:${workspaceId}`;

/** Records in this browser that someone tried a message in a workspace. */
export function noteTried(workspaceId: string): void {
  localStorage.setItem(keyOf(workspaceId), 'yes');
}

/** Returns true if someone tried a message in a workspace with this browser. */
export function wasTried(workspaceId: string): boolean {
  return localStorage.getItem(keyOf(workspaceId)) !== null;
}
