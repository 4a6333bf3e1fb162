/** Multinomial naive Bayes over the tags of one group, and how far its answers can be trusted. Pure. */

export interface LearnedTag {
  id: string
  learned: number
  learnedFeatures: number
}
export interface FeatureCount {
  tagId: string
  feature: string
  count: number
}
export interface Bin {
  bin: number
  predictions: number
  hits: number
}

/** Weight of what the whole group is like against what a tag is like. */
const SMOOTHING = 8
/** A tag that was never given is possible all the same. */
const PRIOR = 0.5
/** Features are not independent: many that say the same are believed less than their product. */
const BELIEVED_FEATURES = 12

const logOf = (
  tag: LearnedTag,
  counts: ReadonlyMap<string, number>,
  features: readonly string[],
  background: (feature: string) => number,
): number =>
  features.reduce(
    (sum, feature) =>
      sum +
      Math.log(((counts.get(feature) ?? 0) + SMOOTHING * background(feature)) / (tag.learnedFeatures + SMOOTHING)),
    0,
  )

/**
 * How probable each tag is for an object with these features, together 1. Features that no tag has are left out: they
 * tell nothing.
 */
export const posteriors = (
  tags: readonly LearnedTag[],
  counts: readonly FeatureCount[],
  features: readonly string[],
): Map<string, number> => {
  const byTag = new Map(tags.map(({ id }) => [id, new Map<string, number>()]))
  const totals = new Map<string, number>()
  for (const { tagId, feature, count } of counts) {
    byTag.get(tagId)?.set(feature, count)
    totals.set(feature, (totals.get(feature) ?? 0) + count)
  }
  const all = tags.reduce((sum, { learnedFeatures }) => sum + learnedFeatures, 0)
  const known = features.filter((feature) => (totals.get(feature) ?? 0) > 0)
  const tempered = Math.min(1, BELIEVED_FEATURES / Math.max(1, known.length))
  const scores = tags.map(
    (tag) =>
      Math.log(tag.learned + PRIOR) +
      tempered * logOf(tag, byTag.get(tag.id) ?? new Map(), known, (feature) => (totals.get(feature) ?? 0) / all),
  )
  const highest = Math.max(...scores)
  const weights = scores.map((score) => Math.exp(score - highest))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return new Map(tags.map(({ id }, index) => [id, (weights[index] ?? 0) / sum]))
}

const WIDEST = 8

/** Bins of equal width in log-odds: fine where an answer is nearly certain, either way. */
export const binOf = (probability: number): number => {
  const odds = Math.log(probability / (1 - probability))
  return Number.isNaN(odds) ? 0 : Math.max(-WIDEST, Math.min(WIDEST, Math.round(odds)))
}

/** Until so many predictions of a strength were put to the test, the classifier's own word counts too. */
const TRUST = 4

/** How often answers as strong as this one were right. */
export const confidenceOf = (probability: number, bins: readonly Bin[]): number => {
  const { predictions, hits } = bins.find(({ bin }) => bin === binOf(probability)) ?? { predictions: 0, hits: 0 }
  return (hits + TRUST * probability) / (predictions + TRUST)
}
