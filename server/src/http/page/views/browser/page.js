// Embeds a creator's Page in the creator's site: <script src="https://…/p/page.js" data-page="aurora"></script>. It
// loads a frame from its own origin, and accepts a height only from that frame.
(() => {
  const slowMs = 5_000;
  const script = document.currentScript ?? document.querySelector('script[data-page][src$="/p/page.js"]');
  if (!(script instanceof HTMLScriptElement) || !script.dataset.page) return;
  const { origin } = new URL(script.src);
  const title = script.dataset.title ?? 'Questions and answers';

  const frame = document.createElement('iframe');
  frame.src = `${origin}/p/${encodeURIComponent(script.dataset.page)}`;
  frame.title = title;
  Object.assign(frame.style, { display: 'block', width: '100%', height: '36rem', border: '0' });

  // If the Page does not allow this site, or is unavailable, a link replaces it.
  const link = document.createElement('a');
  link.href = frame.src;
  link.textContent = title;
  link.hidden = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @param {boolean} isThere */
  const show = (isThere) => {
    clearTimeout(timer);
    frame.style.display = isThere ? 'block' : 'none';
    link.hidden = isThere;
  };

  frame.addEventListener('load', () => {
    frame.contentWindow?.postMessage('height', origin);
    clearTimeout(timer);
    timer = setTimeout(show, slowMs, false);
  });
  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== frame.contentWindow || from !== origin) return;
    const height = Number(Object(data).height);
    if (!(height > 0 && height < 100_000)) return;
    frame.style.height = `${height}px`;
    show(true);
  });

  const put = () => {
    if (script.closest('body') === null) document.body.append(frame, link);
    else script.after(frame, link);
  };
  if (document.body === null) addEventListener('DOMContentLoaded', put);
  else put();
})();
