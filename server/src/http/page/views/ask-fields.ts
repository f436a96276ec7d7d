import type { AskForm } from '../../../domain/page/views.ts';
import { attributes, type Html, html } from './html.ts';
import type { PageWords } from './words/words.ts';

/**
 * Renders a question's two fields, each with its fault if there is one. Limits count code points, but the browser's
 * `maxlength` counts UTF-16 units, so `maxlength` only stops input that can never fit.
 */
export function askFields(form: Pick<AskForm, 'question' | 'contact' | 'error'>, words: PageWords): Html {
  const faultOf = (name: 'question' | 'contact') => (form.error?.field === name ? words.errors[name] : null);
  const question = field('question', faultOf('question'));
  const contact = field('contact', faultOf('contact'));
  return html`<div class="field">
<label for="question">${words.question}</label>
<span class="small muted" id="question-hint">${words.questionHint}</span>
<textarea id="question" name="question" rows="3" maxlength="1000" required${question.described}>
${form.question}</textarea>
${question.fault}
</div>
<div class="field">
<label for="contact">${words.contact}</label>
<span class="small muted" id="contact-hint">${words.contactHint}</span>
<input id="contact" name="contact" maxlength="400" autocomplete="email" value="${form.contact}"${contact.described}>
${contact.fault}
</div>`;
}

function field(name: 'question' | 'contact', message: string | null): { described: Html; fault: Html } {
  const described = attributes({
    'aria-describedby': message === null ? `${name}-hint` : `${name}-hint ${name}-fault`,
    'aria-invalid': message === null ? null : 'true',
  });
  return {
    described,
    fault: html`<span class="fault small" id="${name}-fault"${attributes({ hidden: message === null ? '' : null })}>${message}</span>`,
  };
}
