// Vectors and affine frames over a lane type.  A frame is four columns: the images of x, y, z and the origin.
// For a single problem a column is one register of four doubles, for lanes it is three lane numbers.  The arithmetic of
// an element is the same in both.
#pragma once

#include "lanes/lanes.hpp"

namespace manikin {

template <class V> struct Vec3 {
  V x, y, z;
};
template <> struct Vec3<double> {
  Double4 xyz;  // the fourth is never read
};

template <class V> inline Vec3<V> scaled(const Vec3<V>& a, V b) { return {a.x * b, a.y * b, a.z * b}; }
inline Vec3<double> scaled(const Vec3<double>& a, double b) { return {a.xyz * b}; }

template <class V> inline Vec3<V> plus(const Vec3<V>& a, const Vec3<V>& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3<double> plus(const Vec3<double>& a, const Vec3<double>& b) { return {a.xyz + b.xyz}; }

// a·b + c
template <class V> inline Vec3<V> madd(const Vec3<V>& a, V b, const Vec3<V>& c) {
  return {madd(a.x, b, c.x), madd(a.y, b, c.y), madd(a.z, b, c.z)};
}
inline Vec3<double> madd(const Vec3<double>& a, double b, const Vec3<double>& c) {
  return {madd(a.xyz, spread<Double4>(b), c.xyz)};
}

template <class V> inline void store3(V* to, const Vec3<V>& a) { to[0] = a.x, to[1] = a.y, to[2] = a.z; }
inline void store3(double* to, const Vec3<double>& a) { to[0] = a.xyz[0], to[1] = a.xyz[1], to[2] = a.xyz[2]; }

template <class V> struct Frame {
  Vec3<V> x, y, z, o;

  // Linear part times a constant column (a, b, c).
  Vec3<V> along(double a, double b, double c) const {
    return madd(z, spread<V>(c), madd(y, spread<V>(b), scaled(x, spread<V>(a))));
  }
  void shift(const double* offset) { o = plus(o, along(offset[0], offset[1], offset[2])); }
  // This frame times a constant one, given as rows [A | t].
  void multiply(const double* m) {
    const Vec3<V> at = along(m[3], m[7], m[11]);
    const Vec3<V> nx = along(m[0], m[4], m[8]), ny = along(m[1], m[5], m[9]), nz = along(m[2], m[6], m[10]);
    x = nx, y = ny, z = nz, o = plus(o, at);
  }
  void slide(const Vec3<V>& axis, V length) { o = madd(axis, length, o); }
  void turn_x(V s, V c) { turn(y, z, s, c); }
  void turn_y(V s, V c) { turn(z, x, s, c); }
  void turn_z(V s, V c) { turn(x, y, s, c); }
  // About a unit axis k: I + s [k]× + (1 − c) [k]×²; `square` holds xx, yy, zz, xy, xz, yz of [k]×².
  void turn_about(const double* k, const double* square, V s, V c) {
    const V v = 1.0 - c;
    const V xx = madd(v, spread<V>(square[0]), spread<V>(1.0)), yy = madd(v, spread<V>(square[1]), spread<V>(1.0));
    const V zz = madd(v, spread<V>(square[2]), spread<V>(1.0));
    const V xy = v * square[3], xz = v * square[4], yz = v * square[5];
    const V sx = s * k[0], sy = s * k[1], sz = s * k[2];
    const Vec3<V> nx = madd(z, xz - sy, madd(y, xy + sz, scaled(x, xx)));
    const Vec3<V> ny = madd(z, yz + sx, madd(y, yy, scaled(x, xy - sz)));
    const Vec3<V> nz = madd(z, zz, madd(y, yz - sx, scaled(x, xz + sy)));
    x = nx, y = ny, z = nz;
  }

 private:
  static void turn(Vec3<V>& a, Vec3<V>& b, V s, V c) {
    const Vec3<V> turned = madd(b, s, scaled(a, c));
    b = madd(a, -s, scaled(b, c));
    a = turned;
  }
};

// Frames in memory: the twelve numbers of the rows of [A | t], each a V.
template <class V> inline Frame<V> load_frame(const V* m) {
  return {{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}};
}
inline Frame<double> load_frame(const double* m) {
  Double4 a = load<Double4>(m), b = load<Double4>(m + 4), c = load<Double4>(m + 8), d{};
  transpose(a, b, c, d);
  return {{a}, {b}, {c}, {d}};
}

template <class V> inline void store_frame(V* m, const Frame<V>& f) {
  m[0] = f.x.x, m[1] = f.y.x, m[2] = f.z.x, m[3] = f.o.x;
  m[4] = f.x.y, m[5] = f.y.y, m[6] = f.z.y, m[7] = f.o.y;
  m[8] = f.x.z, m[9] = f.y.z, m[10] = f.z.z, m[11] = f.o.z;
}
inline void store_frame(double* m, const Frame<double>& f) {
  Double4 a = f.x.xyz, b = f.y.xyz, c = f.z.xyz, d = f.o.xyz;
  transpose(a, b, c, d);
  store(m, a), store(m + 4, b), store(m + 8, c);
}

// A constant frame, the same in every lane.
template <class V> inline Frame<V> constant_frame(const double* m) {
  V rows[12];
  for (int i = 0; i < 12; ++i) rows[i] = spread<V>(m[i]);
  return load_frame(rows);
}

}  // namespace manikin
