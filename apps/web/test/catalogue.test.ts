import { readdirSync, readFileSync } from 'node:fs';
import { errorCodes } from '@websign/contract';
import { describe, expect, it } from 'vitest';
import { el } from '../src/i18n/el.ts';
import { en } from '../src/i18n/en.ts';

function flat(texts: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flat(value as object, `${prefix}${key}.`)],
    ),
  );
}

const greek = flat(el);
const english = flat(en);
/** Texts whose words are others'. */
const verdictFacts = ['verify.counted', 'verify.qualifiedKind', 'verify.status', 'verify.bits'];
const parameters = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

describe('the catalogue', () => {
  it('MSG HDR-5 both languages have the same keys with the same parameters, and none is empty', () => {
    expect([...english.keys()].sort()).toEqual([...greek.keys()].sort());
    for (const [key, text] of greek) {
      expect(text.trim(), key).not.toBe('');
      expect(parameters(english.get(key) ?? ''), key).toEqual(parameters(text));
    }
  });

  it('MSG every error code has words in both languages', () => {
    for (const code of Object.keys(errorCodes)) {
      expect(greek.has(`errors.${code}`), code).toBe(true);
      expect(english.has(`errors.${code}`), code).toBe(true);
    }
  });

  it('MSG every kind of finding that the check can make has words, and no other has', () => {
    const source = new URL('../../../packages/pdf/src/inspect/finding.ts', import.meta.url);
    const union = readFileSync(source, 'utf8').split('export interface')[0] ?? '';
    const made = [...union.matchAll(/^ {2}\| '(\w+)'/gm)].map((match) => match[1]);
    expect(made.length).toBeGreaterThan(10);
    expect(Object.keys(el.findings.kinds).sort()).toEqual(made.sort());
  });

  it('MSG Greek texts are Greek', () => {
    const foreign = new Set(['header.toEnglish', 'sign.facts', 'time.and', ...verdictFacts]);
    for (const [key, text] of greek) {
      const words = text.replace(/\{\{\w+\}\}|<[^>]*>|[·«»]/g, '').trim();
      if (foreign.has(key) || words === '') continue;
      expect(/\p{Script=Greek}/u.test(words), `${key}: ${text}`).toBe(true);
    }
  });

  it('MSG no key is left that no source names', () => {
    const folder = new URL('../src/', import.meta.url);
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('i18n/e'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n');
    const named = (key: string) => {
      const plain = key.replace(/_(one|other)$/, '');
      const family = `${plain.slice(0, plain.lastIndexOf('.'))}.\${`;
      return sources.includes(`'${plain}'`) || sources.includes(`\`${family}`);
    };
    expect([...greek.keys()].filter((key) => !named(key))).toEqual([]);
  });

  it('MSG the same thing has the same word everywhere', () => {
    const words: Record<string, string> = {
      'header.sign': 'Υπογραφή εγγράφου',
      'header.history': 'Ιστορικό',
      'account.title': 'Λογαριασμός',
      'header.certificates': 'Λογαριασμός',
      'header.changePassword': 'Αλλαγή κωδικού πρόσβασης',
      'header.login': 'Σύνδεση',
      'header.logout': 'Αποσύνδεση',
      'login.username': 'Όνομα χρήστη',
      'login.password': 'Κωδικός πρόσβασης',
      'box.otp': 'Κωδικός μίας χρήσης (OTP)',
      'box.reason': 'Λόγος υπογραφής',
      'box.jobTitle': 'Ιδιότητα',
      'box.name': 'Εμφάνιση ονοματεπώνυμου',
      'app.download': 'Λήψη',
      'app.cancel': 'Ακύρωση',
      'app.continue': 'Συνέχεια',
      'app.back': 'Πίσω',
      'app.demo': 'Επίδειξη',
      'findings.verdicts.warn': 'Προειδοποίηση',
      'history.security.refused': 'Απορρίφθηκε',
      'findings.verdicts.refuse': 'Λόγος απόρριψης',
      'sign.states.signed': 'Υπογεγραμμένο',
      'sign.states.ready': 'Μη υπογεγραμμένο',
      'signatures.kinds.timestamp': 'Χρονοσφραγίδα',
      'signatures.integrity.unsupported': 'Δεν μπορεί να διαπιστωθεί',
    };
    for (const [key, word] of Object.entries(words)) expect(greek.get(key), key).toBe(word);
    // Words that people know from elsewhere for what has another name here.
    const others =
      /υποστήριξη της υπηρεσίας|πάροχο της υπογραφής|ανεβάσ|ανέβασ|κατεβάσ|κατέβασ|\bhash\b|log ?in|password|username|ηλεκτρονικ\S* ταχυδρομ|check ?sum/i;
    for (const [key, text] of greek) expect(others.test(text), `${key}: ${text}`).toBe(false);
    for (const page of ['faq', 'user-manual', 'security-manual']) {
      const text = readFileSync(new URL(`../manual/${page}.el.html`, import.meta.url), 'utf8');
      const plain = text.replaceAll(/<[^>]*>|\[\[[\w.]*\]\]/g, ' ');
      expect(plain.match(others)?.[0], page).toBeUndefined();
    }
    // A PIN is what a signing device has, and nothing else.
    for (const [key, text] of greek)
      expect(/\bPIN\b/.test(text), key).toBe(/^box\.(required\.)?(showP|wrongP|p)in$/.test(key));
  });
});
