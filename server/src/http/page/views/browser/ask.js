// Shows the answer to a question without leaving the page. Forms and links also work without this script.
(() => {
  /** @typedef {import('../script-words.ts').ScriptWords} Words */
  /** @typedef {{ text: string, topic: string | null, approvedOn: string, url: string | null }} Part */
  /** @typedef {{ answered: true, parts: Part[] } | { answered: false, message: string, link: string }} Result */

  const bounds = { question: { min: 2, max: 500 }, contact: { min: 3, max: 200 } };
  /** A challenge is valid for ten minutes. */
  const proofLivesMs = 9 * 60_000;
  const usualTries = 1_000;
  const slowMs = 300;

  const form = document.getElementById('ask');
  // Browsers offer cryptography only over HTTPS. Otherwise, the form is sent normally, and its ticket needs no
  // cryptography in the browser.
  if (form instanceof HTMLFormElement && window.isSecureContext && 'Worker' in window) answerInPlace(form);

  /** @param {HTMLFormElement} form */
  function answerInPlace(form) {
    const { challenge = '', worker = '', lang = 'en' } = form.dataset;
    /** @type {Words} */
    const words = JSON.parse(form.dataset.words ?? '{}');
    const question = /** @type {HTMLTextAreaElement} */ (byId('question'));
    const contact = /** @type {HTMLInputElement} */ (byId('contact'));
    const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'));
    const problem = byId('problem');
    const answer = byId('answer');
    const progress = byId('progress');
    let isBusy = false;
    /** @type {{ readonly at: number, readonly proof: Promise<string> } | null} */
    let prepared = null;

    /** Computes the proof while the visitor types the question. */
    function prepare() {
      if (prepared !== null && Date.now() - prepared.at < proofLivesMs) return prepared.proof;
      const proof = solve(challenge, worker, (share) => {
        const bar = progress.querySelector('progress');
        if (bar !== null) bar.value = share;
      });
      // A failed computation is reported when the question is sent.
      proof.catch(() => {
        prepared = null;
      });
      prepared = { at: Date.now(), proof };
      return proof;
    }

    async function ask() {
      const asked = question.value.trim();
      const reach = contact.value.trim();
      clear();
      if (!fits(asked, bounds.question)) return fail(words.errors.question, question);
      if (reach !== '' && !fits(reach, bounds.contact)) return fail(words.errors.contact, contact);
      setBusy(true);
      try {
        const result = await send(asked, reach);
        question.value = '';
        show(result, asked);
      } catch (error) {
        fail(error instanceof Refusal ? error.message : words.errors.unreachable, null);
      } finally {
        setBusy(false);
      }
    }

    /**
     * Sends a question. If the proof has expired or was used in another tab, silently computes a new one and sends the
     * question once more.
     *
     * @param {string} asked
     * @param {string} reach
     * @param {boolean} [isLast]
     * @returns {Promise<Result>}
     */
    async function send(asked, reach, isLast = false) {
      const proof = await prepare();
      prepared = null;
      const response = await fetch(form.action, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question: asked, proof, ...(reach === '' ? {} : { contact: reach }) }),
      });
      const body = await response.json();
      if (response.ok) return body;
      /** @type {string} */
      const code = body.error;
      if (!isLast && code.startsWith('page_proof_')) return send(asked, reach, true);
      /** @type {Readonly<Record<string, string>>} */
      const known = words.errors;
      throw new Refusal(known[code] ?? words.errors.other);
    }

    /**
     * @param {Result} result
     * @param {string} asked
     */
    function show(result, asked) {
      const close = element('button', { type: 'button', className: 'quiet' }, words.closeAnswer);
      close.addEventListener('click', dismiss);
      const heading = element('h2', {}, result.answered ? words.answerHeading : words.passedOnHeading);
      const shown = result.answered
        ? [element('p', { className: 'small muted' }, `${words.youAsked}: ${asked}`), ...result.parts.map(said)]
        : passedOn(result);
      answer.replaceChildren(element('div', { className: 'card answer' }, heading, ...shown, close));
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      answer.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' });
    }

    /** @param {Part} part */
    function said({ text, topic, approvedOn, url }) {
      const day = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(approvedOn));
      const date = words.approvedOn.replace('{date}', () => day);
      const address = URL.canParse(url ?? '') ? new URL(url ?? '') : null;
      const isWeb = address !== null && /^https?:$/.test(address.protocol);
      return element(
        'div',
        { className: 'said' },
        element('p', { className: 'pre', lang: document.documentElement.lang }, text),
        ...(isWeb ? [element('p', {}, outwards(address.href, words.offerLink))] : []),
        element('p', { className: 'small muted' }, topic === null ? date : `${topic} · ${date}`),
      );
    }

    /** @param {Extract<Result, { answered: false }>} result */
    function passedOn({ message, link }) {
      const address = new URL(link, location.href);
      return [
        element('p', { className: 'lead', lang: 'en' }, message),
        ...(address.origin === location.origin ? [element('p', {}, outwards(address.href, words.threadLink))] : []),
        element('p', { className: 'small muted' }, words.keepLink),
      ];
    }

    /**
     * Shows a fault. The error summary gets the focus, and links to the field.
     *
     * @param {string} message
     * @param {HTMLElement | null} field
     */
    function fail(message, field) {
      const text = field === null ? message : element('a', { href: `#${field.id}` }, message);
      const card = element(
        'div',
        { className: 'card error', tabIndex: -1 },
        element('h2', {}, words.errorHeading),
        element('p', {}, text),
      );
      card.setAttribute('role', 'alert');
      problem.replaceChildren(card);
      card.focus();
      if (field === null) return;
      field.setAttribute('aria-invalid', 'true');
      field.setAttribute('aria-describedby', `${field.id}-hint ${field.id}-fault`);
      const fault = byId(`${field.id}-fault`);
      fault.textContent = message;
      fault.hidden = false;
    }

    function clear() {
      problem.replaceChildren();
      answer.replaceChildren();
      for (const field of [question, contact]) {
        field.removeAttribute('aria-invalid');
        field.setAttribute('aria-describedby', `${field.id}-hint`);
        byId(`${field.id}-fault`).hidden = true;
      }
    }

    function dismiss() {
      clear();
      question.focus();
    }

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** @param {boolean} is */
    function setBusy(is) {
      isBusy = is;
      button.setAttribute('aria-disabled', String(is));
      clearTimeout(timer);
      if (!is) progress.hidden = true;
      else timer = setTimeout(() => Object.assign(progress, { hidden: false }), slowMs);
    }

    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!isBusy) void ask();
    });
    question.addEventListener('input', () => void prepare());
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape' && !isBusy && (answer.hasChildNodes() || problem.hasChildNodes())) dismiss();
    });
  }

  class Refusal extends Error {}

  /**
   * Returns the proof that is sent with a question: the challenge and its solution.
   *
   * @param {string} challengePath
   * @param {string} workerPath
   * @param {(share: number) => void} onProgress
   * @returns {Promise<string>}
   */
  async function solve(challengePath, workerPath, onProgress) {
    const response = await fetch(challengePath);
    if (!response.ok) throw new Error(`${response.status}`);
    const challenge = await response.json();
    onProgress(0);
    const worker = new Worker(workerPath);
    try {
      const solution = await new Promise((resolve, reject) => {
        worker.addEventListener('error', () => reject(new Error('The worker did not start.')));
        worker.addEventListener('message', ({ data }) => {
          if (data.tried !== undefined) onProgress(Math.min(data.tried / usualTries, 0.99));
          else if (data.failure !== undefined) reject(new Error(data.failure));
          else resolve(data.solution);
        });
        worker.postMessage(challenge.parameters);
      });
      const bytes = new TextEncoder().encode(JSON.stringify({ challenge, solution }));
      return btoa(String.fromCharCode(...bytes));
    } finally {
      worker.terminate();
    }
  }

  /**
   * @param {string} text
   * @param {{ readonly min: number, readonly max: number }} bound in code points, as the service counts
   */
  function fits(text, { min, max }) {
    const { length } = [...text];
    return length >= min && length <= max;
  }

  /**
   * @param {string} href
   * @param {string} text
   */
  function outwards(href, text) {
    return element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text);
  }

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Partial<HTMLElementTagNameMap[Tag]>} properties
   * @param {...(string | Node)} children
   */
  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  /** @param {string} id */
  function byId(id) {
    return /** @type {HTMLElement} */ (document.getElementById(id));
  }
})();
