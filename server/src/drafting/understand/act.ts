import { type RuleBook, ruleBook } from '../text/patterns.ts';
import type { Token } from '../text/tokens.ts';
import type { Clause } from './clauses.ts';

const demands = book('demand', [
  'i|we ~1 demand|expect|insist|deserve',
  'give me ~4 refund|money|discount|free|back|now|number|answer',
  'refund me',
  'i|we ~1 want ~2 refund|money',
  'i|we ~1 need ~2 refund',
  'want my ~1 money|refund',
  'get my ~1 money|refund',
  'you|u ~1 must|better',
  'you|u have to',
  'you ~1 owe',
  'now or',
  'immediately',
  'asap',
  '^ cancel|refund|fix|stop|remove|delete|send|ship|answer|reply|tell',
  'right now $',
  'now $',
  'do something',
  'last chance',
  'final warning',
]);
const courtesies = book('polite question', [
  'can|could|would|will|may you|u|i|we|anyone ~2 tell|know|ask|say|explain|clarify|confirm|share|let|help|check|find|get|see|point|remind|advise|describe ~4 how|what|when|where|which|who|if|whether|price|cost|link|info|details|more|about|question|something|date|address|size|much|me',
  'do you know',
  'let me know',
  'can i ask',
  'may i ask',
  'just wondering',
  'wondering',
  'i was wondering',
  'any idea',
  'im curious',
  'curious',
  'quick question',
  'question ~1 about',
  'id|i would like|love ~1 to know',
  'want|wanna|need to know',
  'can i ~2 return|exchange|cancel|use|wash|put|visit|pay|bring|wear|join|buy|order|get ~1 it|a|the|this|one|my|with|in|on|anytime|if|your',
  'can|could you ~1 ship|deliver|post|mail|send ~4 to',
  'is it possible',
  'would it be possible',
  'is there ~ any? ~1 way|chance',
  'how much',
  'how do|can|to|long|many|often',
  'what|when|where|which|who|why',
  'whats|wheres|whens|whos|hows',
  'tell me ~1 about|how|what|when|where|more|which',
]);
const requests = book('request', [
  'can|could|would|will|may you|u|i|we',
  'please',
  'i|we|id|wed ~2 want|wanna|like|love|need ~1 to|a|an|one|some|it|this|the',
  'id like|love',
  'let me',
  'let|sign me',
  'hook me',
  'i request',
  'requesting',
  'send|give|make|do|post|tell|show|drop|add me|us|a|the|it',
  'you should',
  'hoping to|for',
  'looking to|for',
  'interested in',
  'trying to',
  'ill take',
  'help me',
  'any chance',
  'wish you',
  'want|wanna to|a|one|it|this',
]);
const statuses = book('status', [
  'my|our ~1 order|package|parcel|delivery|payment|account|card|subscription|membership|login|download|refund|shipment|ticket|tickets',
  'i|we ~2 ordered|bought|paid|charged|received|purchased|signed|cancelled|canceled|submitted|emailed|entered|subscribed|sent',
  'i was|got|am|been',
  'im still|not|getting|having|locked',
  'havent|hasnt|didnt|still ~2 arrived|received|got|get|shipped|waiting|heard|come|work',
  'did i',
  'have i',
  'am i',
  'wheres my',
  'where is my',
]);
const asks = book('question', [
  '^ is|are|am|do|does|did|was|were|have|has|had|can|could|will|would|should|may|r|any|anyone|shall|might|so|and ~1 is|are|do|does|you|u|it|this|that|there|the|i|we|they|your|these|those|chance|news|plans|idea|update|discount*|sale|sales|left|one|way|tips|advice|recommendation*|suggestion*|spots',
  'how',
  'what',
  'when',
  'where',
  'why',
  'which',
  'who',
  'whats',
  'wheres',
  'whens',
  'hows',
  'whos',
  'what about',
  'how about',
  'any',
]);

/** The phrases that show an act. The id of each rule names what its phrases show. */
export const actBook = ruleBook([demands, courtesies, requests, statuses, asks].flatMap(({ rules }) => rules));

const bargains = book('bargain', [
  'can|could|may|would|will i|we|you|u ~2 get|have|give|do|offer|knock|lower|reduce|make|cut|drop|sell|send ~6 discount|discounts|deal|cheaper|off|less|lower|coupon|code|promo|price|free|#',
  'give|hook|send me|us ~5',
  'for less|cheaper|free',
  'lower|negotiate|haggle|reduce',
  'any chance ~3 discount|deal|cheaper',
  'knock',
  'please ~4 discount|code|coupon|deal',
]);

const prices = book('price', [
  'price|prices|pricing|cost|costs|fee|fees|rate|rates',
  'how much',
  'what ~3 run|come to',
]);

/** Returns true if the clause asks for a price, and not for a lower price: "the price of a cake for eight, please". */
export function asksPrice(tokens: readonly Token[], { from, to }: Clause): boolean {
  return prices.find(tokens, from, to).length > 0 && bargains.find(tokens, from, to).length === 0;
}

function book(id: string, patterns: readonly string[]): RuleBook {
  return ruleBook(patterns.map((pattern) => ({ id, pattern, weight: 1 })));
}
