const askAgainMs = 2_000;

const listeners = new Set<() => void>();
let isLost = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tracks whether the service can be reached. While the service is unavailable, it is polled until it answers. */
export const connection = {
  isLost: () => isLost,
  lost() {
    if (isLost) return;
    isLost = true;
    tell();
    askLater();
  },
  found() {
    if (!isLost) return;
    isLost = false;
    clearTimeout(timer);
    tell();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

function tell(): void {
  for (const listener of listeners) listener();
}

function askLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), askAgainMs);
}

async function ask(): Promise<void> {
  try {
    const response = await fetch('/console/api/session');
    if (response.status < 500) return connection.found();
  } catch {
    // The service is still unavailable.
  }
  if (isLost) askLater();
}
