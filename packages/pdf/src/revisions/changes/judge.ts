import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { sameValue } from '../equal.ts';
import { acroForm } from '../form.ts';
import { pages } from '../pages.ts';
import { appearanceStreams, mayAnnotate } from './appearance.ts';
import { judgeCatalog, judgeExtensions } from './catalog.ts';
import { isFilled, judgeField, judgeFieldList, judgeFilled, judgeKidOrder } from './fields.ts';
import { judgeForm, judgeResources } from './form.ts';
import { judgeMetadata } from './metadata.ts';
import { explainRemark, judgeAnnotation, judgeAnnotations, judgePage, judgeTree } from './page.ts';
import { Structure } from './parts.ts';
import { elsewhere } from './places.ts';
import type { Reach } from './reach.ts';
import type { Referrer } from './references.ts';
import { type Role, type Roles, rolesOf } from './roles.ts';
import type { Step } from './step.ts';
import { judgeStore } from './store.ts';
import { judgeStructure } from './structure.ts';
import { judgeInfo } from './trailer.ts';
import { judgeEmptyLook } from './unsigned.ts';
import { dictOf, isSignature, isUnread, nameOf, valueAt } from './value.ts';

/** Judges the objects that one revision changed, each by all that it is for. */
export class Judge {
  readonly #step: Step;
  readonly #roles: Roles;
  readonly #reach: Reach;
  #structure: Structure | undefined;
  #owners: Map<number, Set<number>> | undefined;
  #pages: Map<number, number> | undefined;

  constructor(step: Step, reach: Reach) {
    this.#step = step;
    this.#reach = reach;
    this.#roles = rolesOf(step.earlier);
  }

  /** Judges one number; true where it is new: only what a change makes of it. */
  judge(object: number): boolean {
    const step = this.#step;
    const { earlier, later, references } = step;
    const [before, after] = [valueAt(earlier, object), valueAt(later, object)];
    const exchanged = before !== undefined && after !== undefined && !this.#sameGeneration(object);
    const wasUnread = isUnread(earlier, object);
    const isRead = !wasUnread && !isUnread(later, object);
    if (!exchanged && isRead && sameValue(before, earlier, after, later)) return false;
    const referrers = references.of(object, earlier);
    const roles = this.#roles.get(object);
    // What nothing led to shows nobody anything: it is what a change makes of it.
    const isNew = before === undefined && !wasUnread;
    const isReached =
      roles !== undefined ||
      this.#isReferredTo(earlier, referrers) ||
      (!isNew && this.#reach.reaches(earlier, object));
    if (!isReached && (isNew || this.#reach.isWhole(earlier))) return true;
    // What cannot be read may have led to it, or shown anything. References name the generation, too: those to the old
    // one lead nowhere now, and others begin to lead here.
    if (!isReached || wasUnread || exchanged) {
      step.forbid('content', nameOf(before, 'object'), { object });
      return false;
    }
    if (before === undefined && roles?.has('metadata') !== true) {
      step.forbid('dangling_defined', nameOf(after, 'object'), { object });
      return false;
    }
    if (after === undefined) {
      const needed =
        [...(roles ?? [])].some((role) => TREE.has(role)) ||
        !this.#reach.isWhole(later) ||
        this.#isReferredTo(later, references.of(object, later));
      if (needed) step.forbid('freed', nameOf(before, 'object'), { object });
      else step.explain('unused_object', nameOf(before, 'object'), { object });
      return false;
    }
    if (roles !== undefined) this.#byRoles(object, before, after, roles, referrers);
    else if (before !== undefined) this.#byPlace(object, before, after, referrers);
    return false;
  }

  #sameGeneration(object: number): boolean {
    const { earlier, later } = this.#step;
    const of = (pdf: Pdf): number | undefined => readable(() => pdf.object(object)?.generation);
    return of(earlier) === of(later);
  }

  #byRoles(
    object: number,
    before: PdfValue | undefined,
    after: PdfValue,
    roles: ReadonlySet<Role>,
    referrers: readonly Referrer[],
  ): void {
    const odd = elsewhere(roles, referrers, this.#roles, this.#reached);
    if (odd !== undefined) this.#step.forbid('reached_elsewhere', `/${odd.key}`, { object });
    for (const role of roles) {
      // A stream in the place of a dictionary or an array is content, too, whatever its dictionary says.
      if (role !== 'metadata' && [before, after].some((value) => value?.type === 'stream'))
        this.#step.forbid('content', nameOf(before, role), { object });
      else if (role === 'resources')
        judgeResources(this.#step, before, after, {
          object,
          kind: kindOf(referrers),
          shared: sharedKeys(referrers),
        });
      else this.#byRole(role, object, before, after);
    }
  }

  #byRole(
    role: Exclude<Role, 'resources'>,
    object: number,
    before: PdfValue | undefined,
    after: PdfValue,
  ): void {
    const step = this.#step;
    if (role === 'store') judgeStore(step);
    else if (role === 'extensions') judgeExtensions(step);
    else if (role === 'metadata') judgeMetadata(step, after, object);
    else if (role === 'info') judgeInfo(step, before, after);
    else if (role === 'annotation') judgeAnnotation(step, object, dictOf(before));
    else if (role === 'annotations') judgeAnnotations(step, before, after, object);
    else if (role === 'fields') {
      judgeFieldList(step, before, after);
      const fields = acroForm(step.earlier)?.entries.get('Fields');
      if (!(fields?.type === 'ref' && fields.number === object)) judgeKidOrder(step, before, after);
    } else if (role === 'order') step.forbid('form', '/CO', { object });
    else this.#byEntries(role, object, before, after);
  }

  #byEntries(
    role: keyof typeof FORBIDDEN,
    object: number,
    before: PdfValue | undefined,
    after: PdfValue,
  ): void {
    const step = this.#step;
    const [one, other] = [dictOf(before), dictOf(after)];
    if (one === undefined || other === undefined)
      step.forbid(FORBIDDEN[role], nameOf(before, role), { object });
    else if (role === 'tree') judgeTree(step, object, one, other);
    else if (role === 'catalog') judgeCatalog(step, one, other);
    else if (role === 'page') judgePage(step, object, one, other, this.#pageNumber(object));
    else if (role === 'form') judgeForm(step, one, other, object);
    else judgeField(step, object, one, other);
  }

  #byPlace(object: number, before: PdfValue, after: PdfValue, referrers: readonly Referrer[]): void {
    const step = this.#step;
    this.#structure ??= new Structure(step.earlier, this.#reached);
    const parts = this.#structure.partsOf(object, before, referrers);
    if (parts.size > 0) {
      judgeStructure(step, object, before, after, parts);
      return;
    }
    // The length of a stream that itself is compared, by its data.
    if (
      before.type === 'number' &&
      referrers.every(({ key, from }) => key === 'Length' && this.#isChanged(from))
    )
      return;
    const owners = this.#ownersOf(object);
    // A look that is painted by another look is that one's content.
    const own = ({ from, key }: Referrer): boolean =>
      LOOK.test(key) &&
      (owners?.has(from) === true ||
        (this.#ownersOf(from) !== undefined && valueAt(step.earlier, from)?.type === 'dict'));
    if (owners !== undefined && referrers.every(own)) {
      for (const owner of owners) this.#appearance(object, owner);
      return;
    }
    step.forbid(isSignature(before) ? 'signature' : 'content', nameOf(before, 'object'), { object });
  }

  /** A look of a field or an annotation that was written anew in its place. */
  #appearance(object: number, owner: number): void {
    const step = this.#step;
    const field = step.fieldsBefore.get(owner);
    const spot = { object: owner, field: field?.name };
    if (field === undefined) {
      const isCover = step.covers('later', owner) || step.covers('earlier', owner);
      if (step.permission === 3 && mayAnnotate(step, owner) && !isCover)
        explainRemark(step, owner, 'annotation', '/AP');
      else step.forbid(step.permission === 3 ? 'covers_content' : 'not_permitted', '/AP', spot, 'annotation');
    } else if (field.type === 'Sig' && step.earlier.dict(field.value) !== undefined)
      step.forbid('signature', '/AP', spot);
    else if (field.type === 'Sig' && step.later.dict(step.fields.get(owner)?.value) !== undefined)
      step.explain('further_signature', '/AP', spot);
    else if (field.type === 'Sig') judgeEmptyLook(step, owner, spot);
    else {
      const before = dictOf(valueAt(step.earlier, owner));
      const filled =
        before !== undefined && isFilled(step, owner, before, dictOf(valueAt(step.later, owner)));
      if (filled) judgeFilled(step, owner, '/AP', spot);
      else step.forbid('appearance', '/AP', { ...spot, object });
    }
  }

  /** The fields and annotations whose look an object is part of. */
  #ownersOf(object: number): Set<number> | undefined {
    if (this.#owners === undefined) {
      this.#owners = new Map();
      const { earlier } = this.#step;
      for (const [owner, roles] of this.#roles) {
        if (!roles.has('field') && !roles.has('annotation')) continue;
        const dict = dictOf(valueAt(earlier, owner));
        for (const number of dict === undefined ? [] : appearanceStreams(earlier, dict)) {
          const owners = this.#owners.get(number);
          if (owners === undefined) this.#owners.set(number, new Set([owner]));
          else owners.add(owner);
        }
      }
    }
    return this.#owners.get(object);
  }

  /** Where something cannot be read, it may lead to the rest. */
  readonly #reached = (object: number): boolean =>
    this.#reach.reaches(this.#step.earlier, object) || !this.#reach.isWhole(this.#step.earlier);

  /** Whether something that is reached refers to it; what the trailer names itself has no referrer. */
  #isReferredTo(pdf: Pdf, referrers: readonly Referrer[]): boolean {
    return referrers.some(({ from }) => this.#reach.reaches(pdf, from));
  }

  #isChanged(number: number): boolean {
    const { earlier, later } = this.#step;
    return earlier.index.get(number) !== later.index.get(number);
  }

  #pageNumber(object: number): number | undefined {
    this.#pages ??= new Map([...pages(this.#step.later)].map((page) => [page.object, page.number]));
    return this.#pages.get(object);
  }
}

/** The keys of all that refer to resources, where there is more than the form. */
const sharedKeys = (referrers: readonly Referrer[]): readonly string[] =>
  referrers.length > 1 ? referrers.map(({ key }) => key) : [];

/** Which kind of resources it is; undefined for those of all kinds. */
const kindOf = (referrers: readonly Referrer[]): string | undefined =>
  referrers.map(({ key }) => key).find((key) => key !== 'DR' && key !== 'Resources');

/** Where a look is named (§12.5.5): in the appearances of an annotation, by the state in which it is shown. */
const LOOK = /^(?:AP|[NRD](?:\/\*)?)$/;

const TREE: ReadonlySet<Role> = new Set(['catalog', 'tree', 'page']);

const FORBIDDEN = {
  catalog: 'catalog',
  page: 'page',
  form: 'form',
  field: 'field',
  tree: 'page_tree',
} as const;
