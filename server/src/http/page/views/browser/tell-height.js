// Sends the height of the Page to the embedding page if the Page is in a frame. Sends nothing else, and only to the
// origin that the browser reports.
(() => {
  if (window.parent === window) return;
  document.documentElement.classList.add('framed');
  /** @type {string | null} */
  let origin = null;
  const tell = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (origin !== null) window.parent.postMessage({ height }, origin);
  };
  addEventListener('message', (event) => {
    if (event.source !== window.parent || event.data !== 'height' || !/^https?:/.test(event.origin)) return;
    origin = event.origin;
    tell();
  });
  new ResizeObserver(tell).observe(document.body);
})();
