/** What is learned from assignments, in the transaction that makes or removes them. */
import type { Db } from '../kernel/database/open.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { type Bin, type FeatureCount, type LearnedTag, binOf, posteriors } from './predict.ts'

/** A company learns from its own objects alone; the company is empty for those that the organization shares. */
interface Learner {
  organizationId: string
  companyId: string
}

/** Everything that a prediction over some groups needs: one statement each, however many groups and tags there are. */
export const knowledgeOf = async (
  db: Db,
  { organizationId, companyId }: Learner,
  groupIds: readonly string[],
  features: readonly string[],
) => {
  const [tags, counts, bins] = await Promise.all([
    db.tag.findMany({
      where: { organizationId, groupId: { in: [...groupIds] } },
      select: {
        id: true,
        groupId: true,
        name: true,
        learning: { where: { companyId }, select: { assignments: true, features: true } },
      },
      orderBy: { id: 'asc' },
    }),
    db.$queryRaw<(FeatureCount & { groupId: string })[]>(Prisma.sql`
      SELECT tags."groupId", counted."tagId", counted.feature, counted.count
      FROM tags
      JOIN tag_features AS counted ON counted."organizationId" = tags."organizationId" AND counted."tagId" = tags.id
      WHERE tags."organizationId" = ${organizationId} AND tags."groupId" = ANY(${[...groupIds]})
        AND counted."companyId" = ${companyId} AND counted.feature = ANY(${[...features]})`),
    db.tagReliability.findMany({
      where: { organizationId, companyId, groupId: { in: [...groupIds] } },
      select: { groupId: true, bin: true, predictions: true, hits: true },
    }),
  ])
  const learned = tags.map(({ learning: [own], ...tag }) => ({
    ...tag,
    learned: own?.assignments ?? 0,
    learnedFeatures: own?.features ?? 0,
  }))
  return groupIds.map((groupId) => {
    const own = <Row extends { groupId: string }>(rows: readonly Row[]): Row[] =>
      rows.filter((row) => row.groupId === groupId)
    return { groupId, tags: own(learned), counts: own(counts), bins: own(bins) satisfies Bin[] }
  })
}

/** What would have been said of every tag is put beside what was decided, before anything is learned from it. */
const recordPrediction = async (
  db: Db,
  { organizationId, companyId, groupId }: Learner & { groupId: string },
  chosen: string,
  candidates: readonly LearnedTag[],
  counts: readonly FeatureCount[],
  features: readonly string[],
): Promise<void> => {
  const bins = new Map<number, { bin: number; predictions: number; hits: number }>()
  for (const [tagId, probability] of posteriors(candidates, counts, features)) {
    const bin = binOf(probability)
    const row = bins.get(bin) ?? { bin, predictions: 0, hits: 0 }
    bins.set(bin, { bin, predictions: row.predictions + 1, hits: row.hits + (tagId === chosen ? 1 : 0) })
  }
  await db.$executeRaw(Prisma.sql`
    INSERT INTO tag_reliability ("organizationId", "groupId", "companyId", bin, predictions, hits)
    SELECT ${organizationId}, ${groupId}, ${companyId}, bin, predictions, hits
    FROM jsonb_to_recordset(${JSON.stringify([...bins.values()])}::jsonb) AS row(bin int, predictions int, hits int)
    ON CONFLICT ("organizationId", "groupId", "companyId", bin) DO UPDATE
    SET predictions = tag_reliability.predictions + EXCLUDED.predictions, hits = tag_reliability.hits + EXCLUDED.hits`)
}

/** Learns that an object with these features has the tag. Tags that it has already were not in question. */
export const learn = async (
  db: Db,
  learner: Learner & { groupId: string },
  tagId: string,
  had: ReadonlySet<string>,
  features: readonly string[],
): Promise<void> => {
  const { organizationId, companyId, groupId } = learner
  const [known] = await knowledgeOf(db, learner, [groupId], features)
  const candidates = (known?.tags ?? []).filter(({ id }) => !had.has(id))
  if (candidates.some(({ learned }) => learned > 0))
    await recordPrediction(db, learner, tagId, candidates, known?.counts ?? [], features)
  await db.$executeRaw(Prisma.sql`
    INSERT INTO tag_learning ("organizationId", "tagId", "companyId", assignments, features)
    VALUES (${organizationId}, ${tagId}, ${companyId}, 1, ${features.length})
    ON CONFLICT ("organizationId", "tagId", "companyId") DO UPDATE
    SET assignments = tag_learning.assignments + 1, features = tag_learning.features + EXCLUDED.features`)
  await db.$executeRaw(Prisma.sql`
    INSERT INTO tag_features ("organizationId", "tagId", "companyId", feature, count)
    SELECT ${organizationId}, ${tagId}, ${companyId}, feature, 1 FROM unnest(${[...features]}::text[]) AS feature
    ON CONFLICT ("organizationId", "tagId", "companyId", feature) DO UPDATE SET count = tag_features.count + 1`)
}

/** Takes back what an assignment has taught. That a prediction was right or wrong stays true. */
export const unlearn = async (
  db: Db,
  { organizationId, companyId, tagId, features }: Learner & { tagId: string; features: readonly string[] },
): Promise<void> => {
  await db.tagLearning.updateMany({
    where: { organizationId, tagId, companyId },
    data: { assignments: { decrement: 1 }, features: { decrement: features.length } },
  })
  await db.$executeRaw(Prisma.sql`
    UPDATE tag_features SET count = count - 1
    WHERE "organizationId" = ${organizationId} AND "tagId" = ${tagId} AND "companyId" = ${companyId}
      AND feature = ANY(${[...features]})`)
  await db.tagFeature.deleteMany({ where: { organizationId, tagId, companyId, count: { lte: 0 } } })
}

/** Forgets all tags on objects of a kind, with what they have taught: what is left is counted anew. */
export const forgetAllOf = async (db: Db, organizationId: string, objectType: string): Promise<void> => {
  await db.tagAssignment.deleteMany({ where: { organizationId, objectType } })
  await db.tagReliability.deleteMany({ where: { organizationId } })
  await db.tagFeature.deleteMany({ where: { organizationId } })
  await db.tagLearning.deleteMany({ where: { organizationId } })
  await db.$executeRaw(Prisma.sql`
    INSERT INTO tag_features ("organizationId", "tagId", "companyId", feature, count)
    SELECT "organizationId", "tagId", "companyId", feature, count(*)
    FROM tag_assignments CROSS JOIN unnest(features) AS feature
    WHERE "organizationId" = ${organizationId}
    GROUP BY 1, 2, 3, 4`)
  await db.$executeRaw(Prisma.sql`
    INSERT INTO tag_learning ("organizationId", "tagId", "companyId", assignments, features)
    SELECT "organizationId", "tagId", "companyId", count(*), sum(cardinality(features))
    FROM tag_assignments WHERE "organizationId" = ${organizationId} GROUP BY 1, 2, 3`)
}
