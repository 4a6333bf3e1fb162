/**
 * A drawing (SVG) of which nothing is kept but shapes and their colours. It is written anew from lists of what is
 * allowed, so a script, a link, an embedded page or a reference to elsewhere has no way into it.
 */
import { FormatError } from '../format-error.ts'
import { type XmlElement, readXml } from '../xml/tree.ts'

const SVG = 'http://www.w3.org/2000/svg'
const LARGEST_DRAWING = 32_768
const MOST_LEVELS = 32

const ELEMENTS = new Set(
  'svg g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath'.split(' '),
)

const NUMBER = /^[-+\d.eE\s,%]{1,200}$/
const LENGTH = /^[-+]?[\d.]{1,20}(?:e-?\d{1,3})?(?:px|pt|mm|cm|in|em|%)?$/i
const WORD = /^[a-zA-Z-]{1,40}$/
const NAME = /^[A-Za-z_][\w.-]{0,99}$/
/** A colour, or a gradient of the same drawing. */
const PAINT = /^(?:[a-zA-Z]{1,40}|#[0-9a-fA-F]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\)|url\(#[A-Za-z_][\w.-]{0,99}\))$/
const INSIDE = /^url\(#[A-Za-z_][\w.-]{0,99}\)$/
const PATH = /^[MmZzLlHhVvCcSsQqTtAaeE\d\s,.+-]*$/
/** White space fits in one place only: two places beside each other would share it in ever more ways. */
const TRANSFORM = /^\s*(?:(?:matrix|translate|scale|rotate|skewX|skewY)\([-+\d.eE\s,]{1,200}\)[\s,]*){1,20}$/

const of = (form: RegExp, names: string): [string, RegExp][] => names.split(' ').map((name) => [name, form])

/** Which attributes there may be, and what each may say. */
const ATTRIBUTES: ReadonlyMap<string, RegExp> = new Map([
  ...of(NAME, 'id'),
  ...of(NUMBER, 'viewBox points stroke-dasharray offset opacity fill-opacity stroke-opacity stop-opacity'),
  ...of(LENGTH, 'width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr stroke-width stroke-dashoffset stroke-miterlimit'),
  ...of(PAINT, 'fill stroke stop-color color'),
  ...of(WORD, 'fill-rule clip-rule stroke-linecap stroke-linejoin gradientUnits clipPathUnits spreadMethod'),
  ...of(/^[a-zA-Z\s]{1,40}$/, 'preserveAspectRatio'),
  ...of(INSIDE, 'clip-path'),
  ...of(PATH, 'd'),
  ...of(TRANSFORM, 'transform gradientTransform'),
])

const isOurs = (element: XmlElement): boolean => element.names.namespace === SVG && ELEMENTS.has(element.name)

const attributesOf = ({ attributes }: XmlElement): string =>
  attributes
    .filter(({ qname, value }) => ATTRIBUTES.get(qname)?.test(value) === true)
    .map(({ qname, value }) => ` ${qname}="${value.trim()}"`)
    .join('')

const written = (element: XmlElement): string => {
  const inner = element.children.filter(isOurs).map(written).join('')
  const head = `${element.name}${element.parent ? '' : ` xmlns="${SVG}"`}${attributesOf(element)}`
  return inner === '' ? `<${head}/>` : `<${head}>${inner}</${element.name}>`
}

/** The drawing as it may be shown; undefined where it is none, is too large, or shows nothing. */
const safeDrawing = (bytes: Uint8Array): string | undefined => {
  try {
    const root = readXml(bytes, { bytes: LARGEST_DRAWING, depth: MOST_LEVELS })
    if (!isOurs(root) || root.name !== 'svg' || !root.children.some(isOurs)) return undefined
    return written(root)
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

const DATA_URL = /^data:image\/svg\+xml;base64,([A-Za-z0-9+/]+={0,2})$/

/** The safe drawing that a `data:` address holds. */
export const drawingAt = (address: string): string | undefined => {
  const content = address.length > 2 * LARGEST_DRAWING ? undefined : DATA_URL.exec(address)?.[1]
  return content === undefined ? undefined : safeDrawing(Buffer.from(content, 'base64'))
}

export const addressOfDrawing = (drawing: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`
