const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const svgNamespace = "http://www.w3.org/2000/svg";
export const xlinkNamespace = "http://www.w3.org/1999/xlink";

/** Elements that draw. What is not here goes with all it holds: script, foreignObject, feImage, set, iframe … */
export const allowedElements = words(`
  svg g defs symbol use title desc switch style
  path rect circle ellipse line polyline polygon image
  text tspan textPath marker linearGradient radialGradient stop pattern clipPath mask
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge
  feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateTransform animateMotion mpath
`);

/** Elements that go themselves while what they hold stays: a link is not a drawing. */
export const unwrappedElements = words("a");

/** Attributes without a namespace. What is not here goes: every `on…`, `src`, `ping`, `data-…` among them. */
export const allowedAttributes = words(`
  id class style role lang tabindex aria-label aria-hidden aria-labelledby aria-describedby
  width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength viewBox preserveAspectRatio transform
  transform-origin version baseProfile
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color color-interpolation color-interpolation-filters display
  visibility overflow clip clip-path clip-rule mask mask-type filter paint-order vector-effect shape-rendering
  text-rendering image-rendering mix-blend-mode isolation enable-background pointer-events
  font-family font-size font-size-adjust font-stretch font-style font-variant font-weight letter-spacing
  word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode
  direction unicode-bidi dx dy rotate textLength lengthAdjust startOffset method spacing side
  marker-start marker-mid marker-end markerWidth markerHeight markerUnits refX refY orient
  gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity patternUnits patternContentUnits
  patternTransform clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits
  in in2 result mode type values tableValues slope intercept amplitude exponent operator k1 k2 k3 k4 order
  kernelMatrix divisor bias targetX targetY edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant
  specularConstant specularExponent lighting-color flood-color flood-opacity scale xChannelSelector
  yChannelSelector azimuth elevation pointsAtX pointsAtY pointsAtZ z limitingConeAngle stdDeviation radius
  baseFrequency numOctaves seed stitchTiles
  attributeName attributeType from to by begin dur end min max restart repeatCount repeatDur calcMode keyTimes
  keySplines keyPoints additive accumulate path
  requiredFeatures requiredExtensions systemLanguage
`);

/** What an animation may change: nothing that points anywhere or styles at large. */
export const notAnimated = words("href style class id attributeName xlink:href");
