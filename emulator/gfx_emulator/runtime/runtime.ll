declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
declare <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr>, <16 x i1>, <16 x i32>)
declare <16 x i32> @llvm.umax.v16i32(<16 x i32>, <16 x i32>)
declare <8 x i64> @llvm.umax.v8i64(<8 x i64>, <8 x i64>)
declare <8 x i64> @llvm.umin.v8i64(<8 x i64>, <8 x i64>)
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.fabs.f32(float)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare void @llvm.assume(i1)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1)
declare void @llvm.x86.sse.ldmxcsr(ptr)
declare void @llvm.x86.sse.stmxcsr(ptr)
%struct.Record = type { ptr, i32, i32, [3 x i64], i64, i64, i32, i32 }
%struct.Access = type { [8 x %struct.RegisterRange], i32, i32, %struct.RegisterRange }
%struct.RegisterRange = type { i16, i16 }
%struct.Pending = type { i32, i16, i16, i32, i32, i32 }
%struct.Finding = type { i32, i32, i32, i32, i64, i64, i32, i32 }
%struct.Lanes = type { [64 x i64], i64, i64, i64, i64, i64, i32, [20 x i8] }
%struct.LocalLanes = type { [64 x i32], i32, i64, [48 x i8] }
%struct.Region = type { i64, i64, i32, i32, ptr }
%struct.LdsShadow = type { i16, i16, i8, i8, i8, i8 }
@__const.host_mode.rounds = private unnamed_addr constant [4 x i32] [i32 0, i32 2, i32 1, i32 3], align 16
@switch.table.layout_check = private unnamed_addr constant [14 x i64] [i64 64, i64 5856, i64 176, i64 344, i64 32, i64 44, i64 40, i64 512, i64 516, i64 576, i64 620, i64 112, i64 312, i64 96], align 8
define preserve_nonecc void @branch_always(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i64, ptr %6, i64 %9
  %11 = load i64, ptr %10, align 8
  %12 = add i64 %11, 1
  store i64 %12, ptr %10, align 8
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %14 = load i64, ptr %13, align 8
  %15 = icmp sgt i64 %14, 0
  br i1 %15, label %16, label %27
16:
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %18 = load i64, ptr %17, align 8
  %19 = sub nsw i64 %18, %14
  store i64 %19, ptr %17, align 8
  %20 = icmp slt i64 %19, 0
  br i1 %20, label %32, label %21
21:
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 88
  %25 = load atomic i32, ptr %24 monotonic, align 8
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %32
27:
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %1, i64 %29
  %31 = load ptr, ptr %30, align 8
  musttail call preserve_nonecc void %31(ptr nonnull %0, ptr nonnull %30)
  ret void
32:
  %33 = phi i32 [ 3, %16 ], [ 13, %21 ]
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 %33, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %36, align 8
  ret void
}
define preserve_nonecc void @branch_scc0(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %4 = load i32, ptr %3, align 8
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %36
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %12 = load i32, ptr %11, align 8
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i64, ptr %10, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %18 = load i64, ptr %17, align 8
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %31
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %22 = load i64, ptr %21, align 8
  %23 = sub nsw i64 %22, %18
  store i64 %23, ptr %21, align 8
  %24 = icmp slt i64 %23, 0
  br i1 %24, label %39, label %25
25:
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 88
  %29 = load atomic i32, ptr %28 monotonic, align 8
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %31, label %39
31:
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %1, i64 %33
  %35 = load ptr, ptr %34, align 8
  musttail call preserve_nonecc void %35(ptr nonnull %0, ptr nonnull %34)
  ret void
36:
  %37 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %38 = load ptr, ptr %37, align 8
  musttail call preserve_nonecc void %38(ptr nonnull %0, ptr nonnull %37)
  ret void
39:
  %40 = phi i32 [ 3, %20 ], [ 13, %25 ]
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 %40, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %43, align 8
  ret void
}
define preserve_nonecc void @branch_scc1(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %4 = load i32, ptr %3, align 8
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %36, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %12 = load i32, ptr %11, align 8
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i64, ptr %10, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %18 = load i64, ptr %17, align 8
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %31
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %22 = load i64, ptr %21, align 8
  %23 = sub nsw i64 %22, %18
  store i64 %23, ptr %21, align 8
  %24 = icmp slt i64 %23, 0
  br i1 %24, label %39, label %25
25:
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 88
  %29 = load atomic i32, ptr %28 monotonic, align 8
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %31, label %39
31:
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %1, i64 %33
  %35 = load ptr, ptr %34, align 8
  musttail call preserve_nonecc void %35(ptr nonnull %0, ptr nonnull %34)
  ret void
36:
  %37 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %38 = load ptr, ptr %37, align 8
  musttail call preserve_nonecc void %38(ptr nonnull %0, ptr nonnull %37)
  ret void
39:
  %40 = phi i32 [ 3, %20 ], [ 13, %25 ]
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 %40, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %43, align 8
  ret void
}
define preserve_nonecc void @branch_vccz(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 424
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %6, label %36
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %12 = load i32, ptr %11, align 8
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i64, ptr %10, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %18 = load i64, ptr %17, align 8
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %31
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %22 = load i64, ptr %21, align 8
  %23 = sub nsw i64 %22, %18
  store i64 %23, ptr %21, align 8
  %24 = icmp slt i64 %23, 0
  br i1 %24, label %39, label %25
25:
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 88
  %29 = load atomic i32, ptr %28 monotonic, align 8
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %31, label %39
31:
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %1, i64 %33
  %35 = load ptr, ptr %34, align 8
  musttail call preserve_nonecc void %35(ptr nonnull %0, ptr nonnull %34)
  ret void
36:
  %37 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %38 = load ptr, ptr %37, align 8
  musttail call preserve_nonecc void %38(ptr nonnull %0, ptr nonnull %37)
  ret void
39:
  %40 = phi i32 [ 3, %20 ], [ 13, %25 ]
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 %40, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %43, align 8
  ret void
}
define preserve_nonecc void @branch_vccnz(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 424
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %36, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %12 = load i32, ptr %11, align 8
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i64, ptr %10, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %18 = load i64, ptr %17, align 8
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %31
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %22 = load i64, ptr %21, align 8
  %23 = sub nsw i64 %22, %18
  store i64 %23, ptr %21, align 8
  %24 = icmp slt i64 %23, 0
  br i1 %24, label %39, label %25
25:
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 88
  %29 = load atomic i32, ptr %28 monotonic, align 8
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %31, label %39
31:
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %1, i64 %33
  %35 = load ptr, ptr %34, align 8
  musttail call preserve_nonecc void %35(ptr nonnull %0, ptr nonnull %34)
  ret void
36:
  %37 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %38 = load ptr, ptr %37, align 8
  musttail call preserve_nonecc void %38(ptr nonnull %0, ptr nonnull %37)
  ret void
39:
  %40 = phi i32 [ 3, %20 ], [ 13, %25 ]
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 %40, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %43, align 8
  ret void
}
define preserve_nonecc void @branch_execz(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %6, label %36
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %12 = load i32, ptr %11, align 8
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i64, ptr %10, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %18 = load i64, ptr %17, align 8
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %31
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %22 = load i64, ptr %21, align 8
  %23 = sub nsw i64 %22, %18
  store i64 %23, ptr %21, align 8
  %24 = icmp slt i64 %23, 0
  br i1 %24, label %39, label %25
25:
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 88
  %29 = load atomic i32, ptr %28 monotonic, align 8
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %31, label %39
31:
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %1, i64 %33
  %35 = load ptr, ptr %34, align 8
  musttail call preserve_nonecc void %35(ptr nonnull %0, ptr nonnull %34)
  ret void
36:
  %37 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %38 = load ptr, ptr %37, align 8
  musttail call preserve_nonecc void %38(ptr nonnull %0, ptr nonnull %37)
  ret void
39:
  %40 = phi i32 [ 3, %20 ], [ 13, %25 ]
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 %40, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %43, align 8
  ret void
}
define preserve_nonecc void @branch_execnz(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %36, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %12 = load i32, ptr %11, align 8
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i64, ptr %10, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %18 = load i64, ptr %17, align 8
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %31
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %22 = load i64, ptr %21, align 8
  %23 = sub nsw i64 %22, %18
  store i64 %23, ptr %21, align 8
  %24 = icmp slt i64 %23, 0
  br i1 %24, label %39, label %25
25:
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 88
  %29 = load atomic i32, ptr %28 monotonic, align 8
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %31, label %39
31:
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %1, i64 %33
  %35 = load ptr, ptr %34, align 8
  musttail call preserve_nonecc void %35(ptr nonnull %0, ptr nonnull %34)
  ret void
36:
  %37 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %38 = load ptr, ptr %37, align 8
  musttail call preserve_nonecc void %38(ptr nonnull %0, ptr nonnull %37)
  ret void
39:
  %40 = phi i32 [ 3, %20 ], [ 13, %25 ]
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 %40, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %43, align 8
  ret void
}
define preserve_nonecc void @skip_vector(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %4 = load i32, ptr %3, align 4
  %5 = and i32 %4, 512
  %6 = icmp eq i32 %5, 0
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %8 = load i64, ptr %7, align 8
  br i1 %6, label %11, label %9
9:
  %10 = trunc i64 %8 to i32
  br label %14
11:
  %12 = getelementptr inbounds i8, ptr %0, i64 %8
  %13 = load i32, ptr %12, align 4
  br label %14
14:
  %15 = phi i32 [ %10, %9 ], [ %13, %11 ]
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %17 = load i64, ptr %16, align 8
  %18 = trunc i64 %17 to i32
  %19 = and i32 %18, 31
  %20 = shl nuw i32 1, %19
  %21 = and i32 %20, %15
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %53, label %23
23:
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %25, i64 40
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %29 = load i32, ptr %28, align 8
  %30 = zext i32 %29 to i64
  %31 = getelementptr inbounds nuw i64, ptr %27, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = add i64 %32, 1
  store i64 %33, ptr %31, align 8
  %34 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %35 = load i64, ptr %34, align 8
  %36 = icmp sgt i64 %35, 0
  br i1 %36, label %37, label %48
37:
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %39 = load i64, ptr %38, align 8
  %40 = sub nsw i64 %39, %35
  store i64 %40, ptr %38, align 8
  %41 = icmp slt i64 %40, 0
  br i1 %41, label %56, label %42
42:
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr inbounds nuw i8, ptr %44, i64 88
  %46 = load atomic i32, ptr %45 monotonic, align 8
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %48, label %56
48:
  %49 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds i8, ptr %1, i64 %50
  %52 = load ptr, ptr %51, align 8
  musttail call preserve_nonecc void %52(ptr nonnull %0, ptr nonnull %51)
  ret void
53:
  %54 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %55 = load ptr, ptr %54, align 8
  musttail call preserve_nonecc void %55(ptr %0, ptr nonnull %54)
  ret void
56:
  %57 = phi i32 [ 3, %37 ], [ 13, %42 ]
  %58 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %58, align 8
  %59 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 %57, ptr %59, align 8
  %60 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %60, align 8
  ret void
}
define preserve_nonecc void @set_index(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %4 = load i32, ptr %3, align 4
  %5 = and i32 %4, 512
  %6 = icmp eq i32 %5, 0
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %8 = load i64, ptr %7, align 8
  br i1 %6, label %11, label %9
9:
  %10 = trunc i64 %8 to i32
  br label %14
11:
  %12 = getelementptr inbounds i8, ptr %0, i64 %8
  %13 = load i32, ptr %12, align 4
  br label %14
14:
  %15 = phi i32 [ %10, %9 ], [ %13, %11 ]
  %16 = and i32 %15, 255
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %18 = load i32, ptr %17, align 4
  %19 = and i32 %18, -61696
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %21 = load i64, ptr %20, align 8
  %22 = trunc i64 %21 to i32
  %23 = shl i32 %22, 12
  %24 = or i32 %19, %23
  %25 = or disjoint i32 %24, %16
  store i32 %25, ptr %17, align 4
  %26 = zext nneg i32 %16 to i64
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %28 = load i64, ptr %27, align 8
  %29 = add i64 %28, %26
  %30 = icmp ugt i64 %29, 255
  br i1 %30, label %31, label %36
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 11, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %26, ptr %35, align 8
  ret void
36:
  %37 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %38 = load ptr, ptr %37, align 8
  musttail call preserve_nonecc void %38(ptr nonnull %0, ptr nonnull %37)
  ret void
}
define preserve_nonecc void @scalar_getpc(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = load i32, ptr %5, align 8
  %7 = zext i32 %6 to i64
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 %7
  store i64 %4, ptr %8, align 1
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %10 = load ptr, ptr %9, align 8
  musttail call preserve_nonecc void %10(ptr %0, ptr nonnull %9)
  ret void
}
define preserve_nonecc void @scalar_setpc(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load i64, ptr %5, align 1
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 288
  %10 = load i64, ptr %9, align 8
  %11 = icmp ult i64 %6, %10
  br i1 %11, label %32, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %8, i64 296
  %14 = load i64, ptr %13, align 8
  %15 = icmp ult i64 %6, %14
  %16 = and i64 %6, 3
  %17 = icmp eq i64 %16, 0
  %18 = and i1 %17, %15
  br i1 %18, label %19, label %32
19:
  %20 = getelementptr inbounds nuw i8, ptr %8, i64 304
  %21 = load ptr, ptr %20, align 8
  %22 = sub i64 %6, %10
  %23 = lshr i64 %22, 2
  %24 = getelementptr inbounds nuw i32, ptr %21, i64 %23
  %25 = load i32, ptr %24, align 4
  %26 = icmp slt i32 %25, 0
  br i1 %26, label %32, label %27
27:
  %28 = load ptr, ptr %8, align 8
  %29 = zext nneg i32 %25 to i64
  %30 = getelementptr inbounds nuw %struct.Record, ptr %28, i64 %29
  %31 = icmp eq ptr %28, null
  br i1 %31, label %32, label %37
32:
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 5, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %6, ptr %36, align 8
  br label %66
37:
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %39, i64 40
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %43 = load i32, ptr %42, align 8
  %44 = zext i32 %43 to i64
  %45 = getelementptr inbounds nuw i64, ptr %41, i64 %44
  %46 = load i64, ptr %45, align 8
  %47 = add i64 %46, 1
  store i64 %47, ptr %45, align 8
  %48 = getelementptr inbounds nuw i8, ptr %39, i64 48
  %49 = load ptr, ptr %48, align 8
  %50 = getelementptr inbounds nuw i8, ptr %30, i64 56
  %51 = load i32, ptr %50, align 8
  %52 = zext i32 %51 to i64
  %53 = getelementptr inbounds nuw i64, ptr %49, i64 %52
  %54 = load i64, ptr %53, align 8
  %55 = add i64 %54, 1
  store i64 %55, ptr %53, align 8
  %56 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %57 = load i64, ptr %56, align 8
  %58 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %59 = load i64, ptr %58, align 8
  %60 = sub nsw i64 %59, %57
  store i64 %60, ptr %58, align 8
  %61 = icmp slt i64 %60, 0
  br i1 %61, label %62, label %67
62:
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %63, align 8
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 3, ptr %64, align 8
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %65, align 8
  br label %66
66:
  ret void
67:
  %68 = load ptr, ptr %30, align 8
  musttail call preserve_nonecc void %68(ptr nonnull %0, ptr nonnull %30)
  ret void
}
define preserve_nonecc void @scalar_swappc(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load i64, ptr %5, align 1
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 288
  %10 = load i64, ptr %9, align 8
  %11 = icmp ult i64 %6, %10
  br i1 %11, label %32, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %8, i64 296
  %14 = load i64, ptr %13, align 8
  %15 = icmp ult i64 %6, %14
  %16 = and i64 %6, 3
  %17 = icmp eq i64 %16, 0
  %18 = and i1 %17, %15
  br i1 %18, label %19, label %32
19:
  %20 = getelementptr inbounds nuw i8, ptr %8, i64 304
  %21 = load ptr, ptr %20, align 8
  %22 = sub i64 %6, %10
  %23 = lshr i64 %22, 2
  %24 = getelementptr inbounds nuw i32, ptr %21, i64 %23
  %25 = load i32, ptr %24, align 4
  %26 = icmp slt i32 %25, 0
  br i1 %26, label %32, label %27
27:
  %28 = load ptr, ptr %8, align 8
  %29 = zext nneg i32 %25 to i64
  %30 = getelementptr inbounds nuw %struct.Record, ptr %28, i64 %29
  %31 = icmp eq ptr %28, null
  br i1 %31, label %32, label %37
32:
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 5, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %6, ptr %36, align 8
  br label %66
37:
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %39, i64 40
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %43 = load i32, ptr %42, align 8
  %44 = zext i32 %43 to i64
  %45 = getelementptr inbounds nuw i64, ptr %41, i64 %44
  %46 = load i64, ptr %45, align 8
  %47 = add i64 %46, 1
  store i64 %47, ptr %45, align 8
  %48 = getelementptr inbounds nuw i8, ptr %39, i64 48
  %49 = load ptr, ptr %48, align 8
  %50 = getelementptr inbounds nuw i8, ptr %30, i64 56
  %51 = load i32, ptr %50, align 8
  %52 = zext i32 %51 to i64
  %53 = getelementptr inbounds nuw i64, ptr %49, i64 %52
  %54 = load i64, ptr %53, align 8
  %55 = add i64 %54, 1
  store i64 %55, ptr %53, align 8
  %56 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %57 = load i64, ptr %56, align 8
  %58 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %59 = load i64, ptr %58, align 8
  %60 = sub nsw i64 %59, %57
  store i64 %60, ptr %58, align 8
  %61 = icmp slt i64 %60, 0
  br i1 %61, label %62, label %67
62:
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %63, align 8
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 3, ptr %64, align 8
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %65, align 8
  br label %66
66:
  ret void
67:
  %68 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %69 = load i64, ptr %68, align 8
  %70 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %71 = load i32, ptr %70, align 8
  %72 = zext i32 %71 to i64
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 %72
  store i64 %69, ptr %73, align 1
  %74 = load ptr, ptr %30, align 8
  musttail call preserve_nonecc void %74(ptr nonnull %0, ptr nonnull %30)
  ret void
}
define preserve_nonecc void @scalar_call(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 288
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %4, %8
  br i1 %9, label %30, label %10
10:
  %11 = getelementptr inbounds nuw i8, ptr %6, i64 296
  %12 = load i64, ptr %11, align 8
  %13 = icmp ult i64 %4, %12
  %14 = and i64 %4, 3
  %15 = icmp eq i64 %14, 0
  %16 = and i1 %15, %13
  br i1 %16, label %17, label %30
17:
  %18 = getelementptr inbounds nuw i8, ptr %6, i64 304
  %19 = load ptr, ptr %18, align 8
  %20 = sub i64 %4, %8
  %21 = lshr i64 %20, 2
  %22 = getelementptr inbounds nuw i32, ptr %19, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = icmp slt i32 %23, 0
  br i1 %24, label %30, label %25
25:
  %26 = load ptr, ptr %6, align 8
  %27 = zext nneg i32 %23 to i64
  %28 = getelementptr inbounds nuw %struct.Record, ptr %26, i64 %27
  %29 = icmp eq ptr %26, null
  br i1 %29, label %30, label %35
30:
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 5, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %4, ptr %34, align 8
  br label %64
35:
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 40
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %41 = load i32, ptr %40, align 8
  %42 = zext i32 %41 to i64
  %43 = getelementptr inbounds nuw i64, ptr %39, i64 %42
  %44 = load i64, ptr %43, align 8
  %45 = add i64 %44, 1
  store i64 %45, ptr %43, align 8
  %46 = getelementptr inbounds nuw i8, ptr %37, i64 48
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds nuw i8, ptr %28, i64 56
  %49 = load i32, ptr %48, align 8
  %50 = zext i32 %49 to i64
  %51 = getelementptr inbounds nuw i64, ptr %47, i64 %50
  %52 = load i64, ptr %51, align 8
  %53 = add i64 %52, 1
  store i64 %53, ptr %51, align 8
  %54 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %55 = load i64, ptr %54, align 8
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %57 = load i64, ptr %56, align 8
  %58 = sub nsw i64 %57, %55
  store i64 %58, ptr %56, align 8
  %59 = icmp slt i64 %58, 0
  br i1 %59, label %60, label %65
60:
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %61, align 8
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 3, ptr %62, align 8
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %63, align 8
  br label %64
64:
  ret void
65:
  %66 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %67 = load i64, ptr %66, align 8
  %68 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %69 = load i32, ptr %68, align 8
  %70 = zext i32 %69 to i64
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 %70
  store i64 %67, ptr %71, align 1
  %72 = load ptr, ptr %28, align 8
  musttail call preserve_nonecc void %72(ptr nonnull %0, ptr nonnull %28)
  ret void
}
define preserve_nonecc void @end_program(ptr writeonly %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 2, ptr %3, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %4, align 8
  ret void
}
define preserve_nonecc void @barrier(ptr writeonly %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 1, ptr %3, align 8
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %4, ptr %5, align 8
  ret void
}
define preserve_nonecc void @unimplemented(ptr writeonly initializes((520, 532), (584, 588)) %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %3, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 4, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %5, align 8
  ret void
}
define preserve_nonecc void @trap(ptr writeonly initializes((520, 532), (584, 588)) %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %3, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 7, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %5, align 8
  ret void
}
define preserve_nonecc void @run_off(ptr writeonly initializes((520, 532), (584, 588)) %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %3, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 5, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %5, align 8
  ret void
}
define preserve_nonecc void @nothing(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %4 = load ptr, ptr %3, align 8
  musttail call preserve_nonecc void %4(ptr %0, ptr nonnull %3)
  ret void
}
define preserve_nonecc void @read_clock(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 624
  %4 = load i64, ptr %3, align 8
  %5 = add i64 %4, 64
  store i64 %5, ptr %3, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load i32, ptr %6, align 8
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 %8
  store i64 %5, ptr %9, align 1
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %11 = load ptr, ptr %10, align 8
  musttail call preserve_nonecc void %11(ptr %0, ptr nonnull %10)
  ret void
}
define preserve_nonecc void @set_mode(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %7 = load i32, ptr %6, align 4
  %8 = and i32 %7, 512
  %9 = icmp eq i32 %8, 0
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %11 = load i64, ptr %10, align 8
  br i1 %9, label %14, label %12
12:
  %13 = trunc i64 %11 to i32
  br label %17
14:
  %15 = getelementptr inbounds i8, ptr %0, i64 %11
  %16 = load i32, ptr %15, align 4
  br label %17
17:
  %18 = phi i32 [ %13, %12 ], [ %16, %14 ]
  %19 = trunc i64 %5 to i32
  %20 = lshr i64 %5, 8
  %21 = and i32 %19, 31
  %22 = and i64 %20, 16777215
  %23 = shl nsw i64 -1, %22
  %24 = xor i64 %23, -1
  %25 = and i64 %5, 31
  %26 = shl i64 %24, %25
  %27 = trunc i64 %26 to i32
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 516
  %29 = load i32, ptr %28, align 4
  %30 = xor i32 %27, -1
  %31 = and i32 %29, %30
  %32 = shl i32 %18, %21
  %33 = and i32 %32, %27
  %34 = or i32 %31, %33
  store i32 %34, ptr %28, align 4
  %35 = and i32 %34, 3
  %36 = zext nneg i32 %35 to i64
  %37 = getelementptr inbounds nuw i32, ptr @__const.host_mode.rounds, i64 %36
  %38 = load i32, ptr %37, align 4
  %39 = shl i32 %38, 13
  %40 = and i32 %34, 16
  %41 = icmp eq i32 %40, 0
  %42 = select i1 %41, i32 8128, i32 8064
  %43 = or disjoint i32 %42, %39
  %44 = shl i32 %34, 10
  %45 = and i32 %44, 32768
  %46 = xor i32 %45, 32768
  %47 = or i32 %43, %46
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 556
  store i32 %47, ptr %48, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %47, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %49 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %50 = load ptr, ptr %49, align 8
  musttail call preserve_nonecc void %50(ptr %0, ptr nonnull %49)
  ret void
}
define preserve_nonecc void @get_mode(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %4 = load i64, ptr %3, align 8
  %5 = trunc i64 %4 to i32
  %6 = and i32 %5, 31
  %7 = lshr i64 %4, 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 516
  %9 = load i32, ptr %8, align 4
  %10 = lshr i32 %9, %6
  %11 = and i64 %7, 16777215
  %12 = shl nsw i64 -1, %11
  %13 = trunc i64 %12 to i32
  %14 = xor i32 %13, -1
  %15 = and i32 %10, %14
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %17 = load i32, ptr %16, align 8
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 %18
  store i32 %15, ptr %19, align 4
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %21 = load ptr, ptr %20, align 8
  musttail call preserve_nonecc void %21(ptr %0, ptr nonnull %20)
  ret void
}
define void @check_instruction(ptr %0, ptr readonly %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 312
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw %struct.Access, ptr %6, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 632
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 36
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %15 = getelementptr inbounds nuw i8, ptr %10, i64 42
  %16 = getelementptr inbounds nuw i8, ptr %10, i64 40
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 720
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 3296
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 724
  br label %20
20:
  %21 = phi i64 [ 0, %2 ], [ %124, %123 ]
  %22 = getelementptr inbounds nuw %struct.RegisterRange, ptr %10, i64 %21
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 2
  %24 = load i16, ptr %23, align 2
  %25 = icmp eq i16 %24, 0
  br i1 %25, label %126, label %26
26:
  %27 = load i16, ptr %22, align 4
  %28 = zext i16 %27 to i32
  %29 = icmp ugt i16 %24, 63
  %30 = zext nneg i16 %24 to i64
  %31 = shl nsw i64 -1, %30
  %32 = xor i64 %31, -1
  %33 = select i1 %29, i64 -1, i64 %32
  %34 = lshr i32 %28, 6
  %35 = and i32 %28, 63
  %36 = zext nneg i32 %34 to i64
  %37 = getelementptr inbounds nuw i64, ptr %11, i64 %36
  %38 = load i64, ptr %37, align 8
  %39 = zext nneg i32 %35 to i64
  %40 = shl i64 %33, %39
  %41 = and i64 %40, %38
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %45, label %43
43:
  %44 = and i32 %28, 65472
  br label %58
45:
  %46 = icmp eq i32 %35, 0
  br i1 %46, label %123, label %47
47:
  %48 = getelementptr inbounds nuw i8, ptr %37, i64 8
  %49 = load i64, ptr %48, align 8
  %50 = sub nuw nsw i32 64, %35
  %51 = zext nneg i32 %50 to i64
  %52 = lshr i64 %33, %51
  %53 = and i64 %49, %52
  %54 = icmp eq i64 %53, 0
  br i1 %54, label %123, label %55
55:
  %56 = and i32 %28, 65472
  %57 = add nuw nsw i32 %56, 64
  br label %58
58:
  %59 = phi i64 [ %53, %55 ], [ %41, %43 ]
  %60 = phi i32 [ %57, %55 ], [ %44, %43 ]
  %61 = load i32, ptr %12, align 4
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %108, label %63
63:
  %64 = load i32, ptr %13, align 4
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %66, label %108
66:
  %67 = load i32, ptr %14, align 4
  %68 = and i32 %67, 256
  %69 = icmp eq i32 %68, 0
  br i1 %69, label %70, label %108
70:
  %71 = load i16, ptr %15, align 2
  %72 = zext i16 %71 to i32
  %73 = icmp eq i16 %71, 0
  br i1 %73, label %108, label %74
74:
  %75 = load i16, ptr %16, align 4
  %76 = zext i16 %75 to i32
  %77 = icmp eq i16 %27, %75
  %78 = icmp eq i16 %24, %71
  %79 = and i1 %78, %77
  br i1 %79, label %80, label %108
80:
  %81 = load i32, ptr %17, align 8
  %82 = load i32, ptr %19, align 4
  %83 = icmp eq i32 %81, %82
  br i1 %83, label %123, label %84
84:
  %85 = add nuw nsw i32 %76, %72
  br label %86
86:
  %87 = phi i32 [ %81, %84 ], [ %102, %101 ]
  %88 = and i32 %87, 127
  %89 = zext nneg i32 %88 to i64
  %90 = getelementptr inbounds nuw %struct.Pending, ptr %18, i64 %89
  %91 = getelementptr inbounds nuw i8, ptr %90, i64 4
  %92 = load i16, ptr %91, align 4
  %93 = zext i16 %92 to i32
  %94 = icmp samesign ugt i32 %85, %93
  br i1 %94, label %95, label %101
95:
  %96 = getelementptr inbounds nuw i8, ptr %90, i64 6
  %97 = load i16, ptr %96, align 2
  %98 = zext i16 %97 to i32
  %99 = add nuw nsw i32 %98, %93
  %100 = icmp samesign ugt i32 %99, %76
  br i1 %100, label %104, label %101
101:
  %102 = add i32 %87, 1
  %103 = icmp eq i32 %102, %82
  br i1 %103, label %123, label %86
104:
  %105 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %59, i1 true)
  %106 = trunc nuw nsw i64 %105 to i32
  %107 = or disjoint i32 %60, %106
  br label %112
108:
  %109 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %59, i1 true)
  %110 = trunc nuw nsw i64 %109 to i32
  %111 = or disjoint i32 %60, %110
  br label %112
112:
  %113 = phi i32 [ %111, %108 ], [ %107, %104 ]
  tail call fastcc void @report_pending(ptr %0, ptr %1, i32 %113)
  %114 = lshr i32 %60, 6
  %115 = and i32 %113, 63
  %116 = zext nneg i32 %115 to i64
  %117 = shl nuw i64 1, %116
  %118 = xor i64 %117, -1
  %119 = zext nneg i32 %114 to i64
  %120 = getelementptr inbounds nuw i64, ptr %11, i64 %119
  %121 = load i64, ptr %120, align 8
  %122 = and i64 %121, %118
  store i64 %122, ptr %120, align 8
  br label %126
123:
  %124 = add nuw nsw i64 %21, 1
  %125 = icmp eq i64 %124, 8
  br i1 %125, label %126, label %20
126:
  %127 = load i32, ptr %12, align 4
  %128 = icmp eq i32 %127, 0
  br i1 %128, label %179, label %129
129:
  %130 = getelementptr inbounds nuw i8, ptr %0, i64 716
  %131 = getelementptr inbounds nuw i8, ptr %0, i64 712
  %132 = getelementptr inbounds nuw i8, ptr %0, i64 736
  %133 = load i32, ptr %130, align 4
  %134 = load i32, ptr %131, align 8
  %135 = sub i32 %133, %134
  %136 = icmp ugt i32 %135, 62
  br i1 %136, label %137, label %139
137:
  tail call fastcc void @retire_vector(ptr nonnull %0, i32 62)
  %138 = load i32, ptr %130, align 4
  br label %139
139:
  %140 = phi i32 [ %138, %137 ], [ %133, %129 ]
  %141 = add i32 %140, 1
  store i32 %141, ptr %130, align 4
  %142 = and i32 %140, 127
  %143 = zext nneg i32 %142 to i64
  %144 = getelementptr inbounds nuw %struct.Pending, ptr %132, i64 %143
  %145 = load i16, ptr %16, align 4
  %146 = getelementptr inbounds nuw i8, ptr %144, i64 4
  store i16 %145, ptr %146, align 4
  %147 = load i16, ptr %15, align 2
  %148 = getelementptr inbounds nuw i8, ptr %144, i64 6
  store i16 %147, ptr %148, align 2
  %149 = getelementptr inbounds nuw i8, ptr %144, i64 16
  store i32 0, ptr %149, align 4
  %150 = icmp eq i16 %147, 0
  br i1 %150, label %176, label %151
151:
  %152 = zext i16 %145 to i32
  %153 = icmp ugt i16 %147, 63
  %154 = zext nneg i16 %147 to i64
  %155 = shl nsw i64 -1, %154
  %156 = xor i64 %155, -1
  %157 = select i1 %153, i64 -1, i64 %156
  %158 = lshr i32 %152, 6
  %159 = and i32 %152, 63
  %160 = zext nneg i32 %159 to i64
  %161 = shl i64 %157, %160
  %162 = icmp eq i32 %159, 0
  %163 = sub nuw nsw i32 64, %159
  %164 = zext nneg i32 %163 to i64
  %165 = lshr i64 %157, %164
  %166 = zext nneg i32 %158 to i64
  %167 = getelementptr inbounds nuw i64, ptr %11, i64 %166
  %168 = load i64, ptr %167, align 8
  %169 = or i64 %168, %161
  store i64 %169, ptr %167, align 8
  %170 = icmp eq i64 %165, 0
  %171 = select i1 %162, i1 true, i1 %170
  br i1 %171, label %176, label %172
172:
  %173 = getelementptr inbounds nuw i8, ptr %167, i64 8
  %174 = load i64, ptr %173, align 8
  %175 = or i64 %174, %165
  store i64 %175, ptr %173, align 8
  br label %176
176:
  %177 = load i32, ptr %12, align 4
  %178 = icmp ugt i32 %177, 1
  br i1 %178, label %186, label %179
179:
  %180 = phi i32 [ 0, %126 ], [ %177, %176 ], [ %207, %196 ]
  %181 = load i32, ptr %13, align 4
  %182 = and i32 %181, 15
  %183 = icmp eq i32 %182, 0
  br i1 %183, label %209, label %184
184:
  %185 = load i32, ptr %19, align 4
  br label %210
186:
  %187 = phi i16 [ %197, %196 ], [ %145, %176 ]
  %188 = phi i32 [ %199, %196 ], [ %141, %176 ]
  %189 = phi i32 [ %206, %196 ], [ 1, %176 ]
  %190 = load i32, ptr %131, align 8
  %191 = sub i32 %188, %190
  %192 = icmp ugt i32 %191, 62
  br i1 %192, label %193, label %196
193:
  tail call fastcc void @retire_vector(ptr nonnull %0, i32 62)
  %194 = load i32, ptr %130, align 4
  %195 = load i16, ptr %16, align 4
  br label %196
196:
  %197 = phi i16 [ %195, %193 ], [ %187, %186 ]
  %198 = phi i32 [ %194, %193 ], [ %188, %186 ]
  %199 = add i32 %198, 1
  store i32 %199, ptr %130, align 4
  %200 = and i32 %198, 127
  %201 = zext nneg i32 %200 to i64
  %202 = getelementptr inbounds nuw %struct.Pending, ptr %132, i64 %201
  %203 = getelementptr inbounds nuw i8, ptr %202, i64 4
  store i16 %197, ptr %203, align 4
  %204 = getelementptr inbounds nuw i8, ptr %202, i64 6
  store i16 0, ptr %204, align 2
  %205 = getelementptr inbounds nuw i8, ptr %202, i64 16
  store i32 0, ptr %205, align 4
  %206 = add nuw i32 %189, 1
  %207 = load i32, ptr %12, align 4
  %208 = icmp ult i32 %206, %207
  br i1 %208, label %186, label %179
209:
  ret void
210:
  %211 = phi i32 [ %180, %184 ], [ %221, %268 ]
  %212 = phi i32 [ %185, %184 ], [ %223, %268 ]
  %213 = phi i32 [ 0, %184 ], [ %270, %268 ]
  %214 = load i32, ptr %17, align 8
  %215 = sub i32 %212, %214
  %216 = icmp ugt i32 %215, 99
  br i1 %216, label %217, label %220
217:
  tail call fastcc void @retire_local(ptr nonnull %0, i32 0)
  %218 = load i32, ptr %19, align 4
  %219 = load i32, ptr %12, align 4
  br label %220
220:
  %221 = phi i32 [ %219, %217 ], [ %211, %210 ]
  %222 = phi i32 [ %218, %217 ], [ %212, %210 ]
  %223 = add i32 %222, 1
  store i32 %223, ptr %19, align 4
  %224 = and i32 %222, 127
  %225 = zext nneg i32 %224 to i64
  %226 = getelementptr inbounds nuw %struct.Pending, ptr %18, i64 %225
  %227 = load i16, ptr %16, align 4
  %228 = getelementptr inbounds nuw i8, ptr %226, i64 4
  store i16 %227, ptr %228, align 4
  %229 = or i32 %221, %213
  %230 = icmp eq i32 %229, 0
  br i1 %230, label %236, label %231
231:
  %232 = getelementptr inbounds nuw i8, ptr %226, i64 6
  store i16 0, ptr %232, align 2
  %233 = load i32, ptr %13, align 4
  %234 = lshr i32 %233, 4
  %235 = getelementptr inbounds nuw i8, ptr %226, i64 16
  store i32 %234, ptr %235, align 4
  br label %268
236:
  %237 = load i16, ptr %15, align 2
  %238 = getelementptr inbounds nuw i8, ptr %226, i64 6
  store i16 %237, ptr %238, align 2
  %239 = load i32, ptr %13, align 4
  %240 = lshr i32 %239, 4
  %241 = getelementptr inbounds nuw i8, ptr %226, i64 16
  store i32 %240, ptr %241, align 4
  %242 = icmp eq i16 %237, 0
  br i1 %242, label %268, label %243
243:
  %244 = zext i16 %227 to i32
  %245 = icmp ugt i16 %237, 63
  %246 = zext nneg i16 %237 to i64
  %247 = shl nsw i64 -1, %246
  %248 = xor i64 %247, -1
  %249 = select i1 %245, i64 -1, i64 %248
  %250 = lshr i32 %244, 6
  %251 = and i32 %244, 63
  %252 = zext nneg i32 %251 to i64
  %253 = shl i64 %249, %252
  %254 = icmp eq i32 %251, 0
  %255 = sub nuw nsw i32 64, %251
  %256 = zext nneg i32 %255 to i64
  %257 = lshr i64 %249, %256
  %258 = zext nneg i32 %250 to i64
  %259 = getelementptr inbounds nuw i64, ptr %11, i64 %258
  %260 = load i64, ptr %259, align 8
  %261 = or i64 %260, %253
  store i64 %261, ptr %259, align 8
  %262 = icmp eq i64 %257, 0
  %263 = select i1 %254, i1 true, i1 %262
  br i1 %263, label %268, label %264
264:
  %265 = getelementptr inbounds nuw i8, ptr %259, i64 8
  %266 = load i64, ptr %265, align 8
  %267 = or i64 %266, %257
  store i64 %267, ptr %265, align 8
  br label %268
268:
  %269 = phi i32 [ %233, %231 ], [ %239, %236 ], [ %239, %243 ], [ %239, %264 ]
  %270 = add nuw nsw i32 %213, 1
  %271 = and i32 %269, 15
  %272 = icmp samesign ult i32 %270, %271
  br i1 %272, label %210, label %209
}
define internal fastcc void @report_pending(ptr readonly %0, ptr readonly %1, i32 range(i32 0, 65599) %2) unnamed_addr {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 112
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %11 = load i64, ptr %10, align 8
  %12 = mul i64 %11, 3
  %13 = getelementptr inbounds nuw i8, ptr %7, i64 %12
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %15 = load i32, ptr %14, align 8
  %16 = zext i32 %15 to i64
  %17 = getelementptr inbounds nuw i8, ptr %13, i64 %16
  %18 = load i8, ptr %17, align 1
  %19 = icmp eq i8 %18, 0
  br i1 %19, label %20, label %45
20:
  %21 = getelementptr inbounds nuw i8, ptr %5, i64 104
  %22 = load i32, ptr %21, align 8
  %23 = getelementptr inbounds nuw i8, ptr %5, i64 108
  %24 = load i32, ptr %23, align 4
  %25 = icmp ult i32 %22, %24
  br i1 %25, label %26, label %45
26:
  store i8 1, ptr %17, align 1
  %27 = getelementptr inbounds nuw i8, ptr %5, i64 96
  %28 = load ptr, ptr %27, align 8
  %29 = load i32, ptr %21, align 8
  %30 = add i32 %29, 1
  store i32 %30, ptr %21, align 8
  %31 = zext i32 %29 to i64
  %32 = getelementptr inbounds nuw %struct.Finding, ptr %28, i64 %31
  store i32 3, ptr %32, align 8
  %33 = load i32, ptr %14, align 8
  %34 = getelementptr inbounds nuw i8, ptr %32, i64 4
  store i32 %33, ptr %34, align 4
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 532
  %36 = load i32, ptr %35, align 4
  %37 = getelementptr inbounds nuw i8, ptr %32, i64 8
  store i32 %36, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %32, i64 12
  store i32 0, ptr %38, align 4
  %39 = getelementptr inbounds nuw i8, ptr %32, i64 16
  store i64 0, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %32, i64 24
  store i64 %41, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %32, i64 36
  store i32 0, ptr %43, align 4
  %44 = getelementptr inbounds nuw i8, ptr %32, i64 32
  store i32 %2, ptr %44, align 8
  br label %45
45:
  ret void
}
define internal fastcc void @retire_vector(ptr %0, i32 %1) unnamed_addr {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 716
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 712
  %6 = load i32, ptr %5, align 8
  %7 = sub i32 %4, %6
  %8 = icmp ugt i32 %7, %1
  br i1 %8, label %9, label %103
9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 736
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 632
  br label %15
12:
  %13 = sub i32 %4, %17
  %14 = icmp ugt i32 %13, %1
  br i1 %14, label %15, label %102
15:
  %16 = phi i32 [ %6, %9 ], [ %17, %12 ]
  %17 = add i32 %16, 1
  %18 = and i32 %16, 127
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds nuw %struct.Pending, ptr %10, i64 %19
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 4
  %22 = load i16, ptr %21, align 4
  %23 = zext i16 %22 to i32
  %24 = getelementptr inbounds nuw i8, ptr %20, i64 6
  %25 = load i16, ptr %24, align 2
  %26 = zext i16 %25 to i32
  %27 = icmp eq i16 %25, 0
  br i1 %27, label %12, label %28
28:
  %29 = icmp ugt i16 %25, 63
  %30 = zext nneg i16 %25 to i64
  %31 = shl nsw i64 -1, %30
  %32 = xor i64 %31, -1
  %33 = select i1 %29, i64 -1, i64 %32
  %34 = lshr i32 %23, 6
  %35 = and i32 %23, 63
  %36 = zext nneg i32 %35 to i64
  %37 = shl i64 %33, %36
  %38 = icmp eq i32 %35, 0
  %39 = sub nuw nsw i32 64, %35
  %40 = zext nneg i32 %39 to i64
  %41 = lshr i64 %33, %40
  %42 = xor i64 %37, -1
  %43 = zext nneg i32 %34 to i64
  %44 = getelementptr inbounds nuw i64, ptr %11, i64 %43
  %45 = load i64, ptr %44, align 8
  %46 = and i64 %45, %42
  store i64 %46, ptr %44, align 8
  %47 = icmp eq i64 %41, 0
  %48 = select i1 %38, i1 true, i1 %47
  br i1 %48, label %54, label %49
49:
  %50 = xor i64 %41, -1
  %51 = getelementptr inbounds nuw i8, ptr %44, i64 8
  %52 = load i64, ptr %51, align 8
  %53 = and i64 %52, %50
  store i64 %53, ptr %51, align 8
  br label %54
54:
  %55 = icmp eq i32 %17, %4
  br i1 %55, label %12, label %56
56:
  %57 = add nuw nsw i32 %26, %23
  br label %58
58:
  %59 = phi i32 [ %17, %56 ], [ %100, %99 ]
  %60 = and i32 %59, 127
  %61 = zext nneg i32 %60 to i64
  %62 = getelementptr inbounds nuw %struct.Pending, ptr %10, i64 %61
  %63 = getelementptr inbounds nuw i8, ptr %62, i64 4
  %64 = load i16, ptr %63, align 4
  %65 = zext i16 %64 to i32
  %66 = icmp samesign ugt i32 %57, %65
  br i1 %66, label %67, label %99
67:
  %68 = getelementptr inbounds nuw i8, ptr %62, i64 6
  %69 = load i16, ptr %68, align 2
  %70 = zext i16 %69 to i32
  %71 = add nuw nsw i32 %70, %65
  %72 = icmp samesign ule i32 %71, %23
  %73 = icmp eq i16 %69, 0
  %74 = or i1 %73, %72
  br i1 %74, label %99, label %75
75:
  %76 = icmp ugt i16 %69, 63
  %77 = zext nneg i16 %69 to i64
  %78 = shl nsw i64 -1, %77
  %79 = xor i64 %78, -1
  %80 = select i1 %76, i64 -1, i64 %79
  %81 = lshr i32 %65, 6
  %82 = and i32 %65, 63
  %83 = zext nneg i32 %82 to i64
  %84 = shl i64 %80, %83
  %85 = icmp eq i32 %82, 0
  %86 = sub nuw nsw i32 64, %82
  %87 = zext nneg i32 %86 to i64
  %88 = lshr i64 %80, %87
  %89 = zext nneg i32 %81 to i64
  %90 = getelementptr inbounds nuw i64, ptr %11, i64 %89
  %91 = load i64, ptr %90, align 8
  %92 = or i64 %91, %84
  store i64 %92, ptr %90, align 8
  %93 = icmp eq i64 %88, 0
  %94 = select i1 %85, i1 true, i1 %93
  br i1 %94, label %99, label %95
95:
  %96 = getelementptr inbounds nuw i8, ptr %90, i64 8
  %97 = load i64, ptr %96, align 8
  %98 = or i64 %97, %88
  store i64 %98, ptr %96, align 8
  br label %99
99:
  %100 = add i32 %59, 1
  %101 = icmp eq i32 %100, %4
  br i1 %101, label %12, label %58
102:
  store i32 %17, ptr %5, align 8
  br label %103
103:
  ret void
}
define internal fastcc void @retire_local(ptr %0, i32 %1) unnamed_addr {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 720
  %4 = load i32, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 724
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %4, %6
  br i1 %7, label %149, label %8
8:
  %9 = sub i32 %6, %4
  %10 = and i32 %9, 7
  %11 = sub i32 %4, %6
  %12 = icmp ugt i32 %11, -8
  br i1 %12, label %17, label %13
13:
  %14 = and i32 %9, -8
  br label %45
15:
  %16 = icmp eq i32 %10, 0
  br i1 %16, label %34, label %17
17:
  %18 = phi i32 [ 0, %8 ], [ %103, %15 ]
  %19 = phi i32 [ %4, %8 ], [ %104, %15 ]
  %20 = icmp ne i32 %10, 0
  tail call void @llvm.assume(i1 %20)
  br label %21
21:
  %22 = phi i32 [ %30, %21 ], [ %18, %17 ]
  %23 = phi i32 [ %31, %21 ], [ %19, %17 ]
  %24 = phi i32 [ %32, %21 ], [ 0, %17 ]
  %25 = and i32 %23, 127
  %26 = zext nneg i32 %25 to i64
  %27 = getelementptr inbounds nuw %struct.Pending, ptr %0, i64 %26
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 3312
  %29 = load i32, ptr %28, align 4
  %30 = or i32 %29, %22
  %31 = add i32 %23, 1
  %32 = add i32 %24, 1
  %33 = icmp eq i32 %32, %10
  br i1 %33, label %34, label %21
34:
  %35 = phi i32 [ %103, %15 ], [ %30, %21 ]
  %36 = icmp eq i32 %35, 0
  %37 = icmp eq i32 %1, 0
  %38 = or i1 %37, %36
  %39 = sub i32 %6, %4
  %40 = icmp ugt i32 %39, %1
  %41 = and i1 %38, %40
  br i1 %41, label %42, label %149
42:
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 3296
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 632
  br label %107
45:
  %46 = phi i32 [ 0, %13 ], [ %103, %45 ]
  %47 = phi i32 [ %4, %13 ], [ %104, %45 ]
  %48 = phi i32 [ 0, %13 ], [ %105, %45 ]
  %49 = and i32 %47, 127
  %50 = zext nneg i32 %49 to i64
  %51 = getelementptr inbounds nuw %struct.Pending, ptr %0, i64 %50
  %52 = getelementptr inbounds nuw i8, ptr %51, i64 3312
  %53 = load i32, ptr %52, align 4
  %54 = or i32 %53, %46
  %55 = add i32 %47, 1
  %56 = and i32 %55, 127
  %57 = zext nneg i32 %56 to i64
  %58 = getelementptr inbounds nuw %struct.Pending, ptr %0, i64 %57
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 3312
  %60 = load i32, ptr %59, align 4
  %61 = or i32 %60, %54
  %62 = add i32 %47, 2
  %63 = and i32 %62, 127
  %64 = zext nneg i32 %63 to i64
  %65 = getelementptr inbounds nuw %struct.Pending, ptr %0, i64 %64
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 3312
  %67 = load i32, ptr %66, align 4
  %68 = or i32 %67, %61
  %69 = add i32 %47, 3
  %70 = and i32 %69, 127
  %71 = zext nneg i32 %70 to i64
  %72 = getelementptr inbounds nuw %struct.Pending, ptr %0, i64 %71
  %73 = getelementptr inbounds nuw i8, ptr %72, i64 3312
  %74 = load i32, ptr %73, align 4
  %75 = or i32 %74, %68
  %76 = add i32 %47, 4
  %77 = and i32 %76, 127
  %78 = zext nneg i32 %77 to i64
  %79 = getelementptr inbounds nuw %struct.Pending, ptr %0, i64 %78
  %80 = getelementptr inbounds nuw i8, ptr %79, i64 3312
  %81 = load i32, ptr %80, align 4
  %82 = or i32 %81, %75
  %83 = add i32 %47, 5
  %84 = and i32 %83, 127
  %85 = zext nneg i32 %84 to i64
  %86 = getelementptr inbounds nuw %struct.Pending, ptr %0, i64 %85
  %87 = getelementptr inbounds nuw i8, ptr %86, i64 3312
  %88 = load i32, ptr %87, align 4
  %89 = or i32 %88, %82
  %90 = add i32 %47, 6
  %91 = and i32 %90, 127
  %92 = zext nneg i32 %91 to i64
  %93 = getelementptr inbounds nuw %struct.Pending, ptr %0, i64 %92
  %94 = getelementptr inbounds nuw i8, ptr %93, i64 3312
  %95 = load i32, ptr %94, align 4
  %96 = or i32 %95, %89
  %97 = add i32 %47, 7
  %98 = and i32 %97, 127
  %99 = zext nneg i32 %98 to i64
  %100 = getelementptr inbounds nuw %struct.Pending, ptr %0, i64 %99
  %101 = getelementptr inbounds nuw i8, ptr %100, i64 3312
  %102 = load i32, ptr %101, align 4
  %103 = or i32 %102, %96
  %104 = add i32 %47, 8
  %105 = add i32 %48, 8
  %106 = icmp eq i32 %105, %14
  br i1 %106, label %15, label %45
107:
  %108 = phi i32 [ %4, %42 ], [ %109, %145 ]
  %109 = add i32 %108, 1
  %110 = and i32 %108, 127
  %111 = zext nneg i32 %110 to i64
  %112 = getelementptr inbounds nuw %struct.Pending, ptr %43, i64 %111
  %113 = getelementptr inbounds nuw i8, ptr %112, i64 6
  %114 = load i16, ptr %113, align 2
  %115 = icmp eq i16 %114, 0
  br i1 %115, label %145, label %116
116:
  %117 = getelementptr inbounds nuw i8, ptr %112, i64 4
  %118 = load i16, ptr %117, align 4
  %119 = zext i16 %118 to i32
  %120 = icmp ugt i16 %114, 63
  %121 = zext nneg i16 %114 to i64
  %122 = shl nsw i64 -1, %121
  %123 = xor i64 %122, -1
  %124 = select i1 %120, i64 -1, i64 %123
  %125 = lshr i32 %119, 6
  %126 = and i32 %119, 63
  %127 = zext nneg i32 %126 to i64
  %128 = shl i64 %124, %127
  %129 = icmp eq i32 %126, 0
  %130 = sub nuw nsw i32 64, %126
  %131 = zext nneg i32 %130 to i64
  %132 = lshr i64 %124, %131
  %133 = xor i64 %128, -1
  %134 = zext nneg i32 %125 to i64
  %135 = getelementptr inbounds nuw i64, ptr %44, i64 %134
  %136 = load i64, ptr %135, align 8
  %137 = and i64 %136, %133
  store i64 %137, ptr %135, align 8
  %138 = icmp eq i64 %132, 0
  %139 = select i1 %129, i1 true, i1 %138
  br i1 %139, label %145, label %140
140:
  %141 = xor i64 %132, -1
  %142 = getelementptr inbounds nuw i8, ptr %135, i64 8
  %143 = load i64, ptr %142, align 8
  %144 = and i64 %143, %141
  store i64 %144, ptr %142, align 8
  br label %145
145:
  %146 = sub i32 %6, %109
  %147 = icmp ugt i32 %146, %1
  br i1 %147, label %107, label %148
148:
  store i32 %109, ptr %3, align 8
  br label %149
149:
  ret void
}
define preserve_nonecc void @wait_counters(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %4 = load i64, ptr %3, align 8
  %5 = icmp sgt i64 %4, -1
  br i1 %5, label %6, label %8
6:
  %7 = trunc i64 %4 to i32
  tail call fastcc void @retire_vector(ptr %0, i32 %7)
  br label %8
8:
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %10 = load i64, ptr %9, align 8
  %11 = icmp sgt i64 %10, -1
  br i1 %11, label %12, label %14
12:
  %13 = trunc i64 %10 to i32
  tail call fastcc void @retire_local(ptr %0, i32 %13)
  br label %14
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %16 = load ptr, ptr %15, align 8
  musttail call preserve_nonecc void %16(ptr %0, ptr nonnull %15)
  ret void
}
define range(i32 0, 2) i32 @run_workgroups(ptr %0) {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = load ptr, ptr %0, align 8
  call void @llvm.x86.sse.stmxcsr(ptr nonnull %5)
  %7 = load i32, ptr %5, align 4
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 88
  %9 = getelementptr inbounds nuw i8, ptr %6, i64 72
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 80
  %11 = getelementptr inbounds nuw i8, ptr %6, i64 276
  %12 = getelementptr inbounds nuw i8, ptr %6, i64 92
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %15 = getelementptr inbounds nuw i8, ptr %6, i64 60
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %17 = getelementptr inbounds nuw i8, ptr %6, i64 64
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %20 = getelementptr inbounds nuw i8, ptr %6, i64 280
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %25 = load atomic i32, ptr %8 monotonic, align 8
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %448
27:
  %28 = atomicrmw add ptr %9, i64 1 monotonic, align 8
  %29 = load i64, ptr %10, align 8
  %30 = icmp ult i64 %28, %29
  br i1 %30, label %31, label %448
31:
  %32 = load i32, ptr %11, align 4
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %77, label %34
34:
  %35 = load i32, ptr %12, align 4
  %36 = lshr i32 %35, 2
  %37 = add nuw nsw i32 %36, 1
  %38 = zext nneg i32 %37 to i64
  %39 = load ptr, ptr %13, align 8
  %40 = and i64 %38, 7
  %41 = icmp ult i32 %35, 28
  br i1 %41, label %67, label %42
42:
  %43 = and i64 %38, 2147483640
  br label %44
44:
  %45 = phi i64 [ 0, %42 ], [ %62, %44 ]
  %46 = phi i64 [ 0, %42 ], [ %63, %44 ]
  %47 = getelementptr inbounds nuw i64, ptr %39, i64 %45
  store i64 0, ptr %47, align 8
  %48 = getelementptr inbounds nuw i64, ptr %39, i64 %45
  %49 = getelementptr inbounds nuw i8, ptr %48, i64 8
  store i64 0, ptr %49, align 8
  %50 = getelementptr inbounds nuw i64, ptr %39, i64 %45
  %51 = getelementptr inbounds nuw i8, ptr %50, i64 16
  store i64 0, ptr %51, align 8
  %52 = getelementptr inbounds nuw i64, ptr %39, i64 %45
  %53 = getelementptr inbounds nuw i8, ptr %52, i64 24
  store i64 0, ptr %53, align 8
  %54 = getelementptr inbounds nuw i64, ptr %39, i64 %45
  %55 = getelementptr inbounds nuw i8, ptr %54, i64 32
  store i64 0, ptr %55, align 8
  %56 = getelementptr inbounds nuw i64, ptr %39, i64 %45
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 40
  store i64 0, ptr %57, align 8
  %58 = getelementptr inbounds nuw i64, ptr %39, i64 %45
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 48
  store i64 0, ptr %59, align 8
  %60 = getelementptr inbounds nuw i64, ptr %39, i64 %45
  %61 = getelementptr inbounds nuw i8, ptr %60, i64 56
  store i64 0, ptr %61, align 8
  %62 = add nuw nsw i64 %45, 8
  %63 = add i64 %46, 8
  %64 = icmp eq i64 %63, %43
  br i1 %64, label %65, label %44
65:
  %66 = icmp eq i64 %40, 0
  br i1 %66, label %77, label %67
67:
  %68 = phi i64 [ 0, %34 ], [ %62, %65 ]
  %69 = icmp ne i64 %40, 0
  call void @llvm.assume(i1 %69)
  br label %70
70:
  %71 = phi i64 [ %68, %67 ], [ %74, %70 ]
  %72 = phi i64 [ 0, %67 ], [ %75, %70 ]
  %73 = getelementptr inbounds nuw i64, ptr %39, i64 %71
  store i64 0, ptr %73, align 8
  %74 = add nuw nsw i64 %71, 1
  %75 = add i64 %72, 1
  %76 = icmp eq i64 %75, %40
  br i1 %76, label %77, label %70
77:
  store i32 1, ptr %14, align 8
  %78 = load i32, ptr %15, align 4
  %79 = icmp eq i32 %78, 0
  br i1 %79, label %440, label %82
80:
  %81 = icmp eq i32 %362, 0
  br i1 %81, label %440, label %365
82:
  %83 = phi i64 [ %361, %360 ], [ 0, %77 ]
  %84 = load ptr, ptr %16, align 8
  %85 = load i64, ptr %17, align 8
  %86 = mul i64 %85, %83
  %87 = getelementptr inbounds nuw i8, ptr %84, i64 %86
  %88 = load ptr, ptr %0, align 8
  br label %95
89:
  %90 = getelementptr inbounds nuw i8, ptr %88, i64 240
  %91 = load i32, ptr %90, align 8
  %92 = icmp eq i32 %91, 0
  br i1 %92, label %130, label %93
93:
  %94 = getelementptr inbounds nuw i8, ptr %88, i64 112
  br label %144
95:
  %96 = phi i64 [ 0, %82 ], [ %128, %95 ]
  %97 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  store i32 0, ptr %97, align 4
  %98 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %99 = getelementptr inbounds nuw i8, ptr %98, i64 4
  store i32 0, ptr %99, align 4
  %100 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %101 = getelementptr inbounds nuw i8, ptr %100, i64 8
  store i32 0, ptr %101, align 4
  %102 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %103 = getelementptr inbounds nuw i8, ptr %102, i64 12
  store i32 0, ptr %103, align 4
  %104 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %105 = getelementptr inbounds nuw i8, ptr %104, i64 16
  store i32 0, ptr %105, align 4
  %106 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %107 = getelementptr inbounds nuw i8, ptr %106, i64 20
  store i32 0, ptr %107, align 4
  %108 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 24
  store i32 0, ptr %109, align 4
  %110 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %111 = getelementptr inbounds nuw i8, ptr %110, i64 28
  store i32 0, ptr %111, align 4
  %112 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %113 = getelementptr inbounds nuw i8, ptr %112, i64 32
  store i32 0, ptr %113, align 4
  %114 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %115 = getelementptr inbounds nuw i8, ptr %114, i64 36
  store i32 0, ptr %115, align 4
  %116 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %117 = getelementptr inbounds nuw i8, ptr %116, i64 40
  store i32 0, ptr %117, align 4
  %118 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %119 = getelementptr inbounds nuw i8, ptr %118, i64 44
  store i32 0, ptr %119, align 4
  %120 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %121 = getelementptr inbounds nuw i8, ptr %120, i64 48
  store i32 0, ptr %121, align 4
  %122 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %123 = getelementptr inbounds nuw i8, ptr %122, i64 52
  store i32 0, ptr %123, align 4
  %124 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %125 = getelementptr inbounds nuw i8, ptr %124, i64 56
  store i32 0, ptr %125, align 4
  %126 = getelementptr inbounds nuw i32, ptr %87, i64 %96
  %127 = getelementptr inbounds nuw i8, ptr %126, i64 60
  store i32 0, ptr %127, align 4
  %128 = add nuw nsw i64 %96, 16
  %129 = icmp eq i64 %128, 128
  br i1 %129, label %89, label %95
130:
  %131 = phi i32 [ 0, %89 ], [ %150, %144 ]
  %132 = getelementptr inbounds nuw i8, ptr %88, i64 24
  %133 = load i64, ptr %132, align 8
  %134 = udiv i64 %28, %133
  %135 = urem i64 %28, %133
  %136 = getelementptr inbounds nuw i8, ptr %88, i64 32
  %137 = load i64, ptr %136, align 8
  %138 = urem i64 %134, %137
  %139 = udiv i64 %134, %137
  %140 = getelementptr inbounds nuw i8, ptr %88, i64 244
  %141 = load i32, ptr %140, align 4
  %142 = and i32 %141, 1
  %143 = icmp eq i32 %142, 0
  br i1 %143, label %159, label %153
144:
  %145 = phi i64 [ 0, %93 ], [ %149, %144 ]
  %146 = getelementptr inbounds nuw i32, ptr %94, i64 %145
  %147 = load i32, ptr %146, align 4
  %148 = getelementptr inbounds nuw i32, ptr %87, i64 %145
  store i32 %147, ptr %148, align 4
  %149 = add nuw nsw i64 %145, 1
  %150 = load i32, ptr %90, align 8
  %151 = zext i32 %150 to i64
  %152 = icmp samesign ult i64 %149, %151
  br i1 %152, label %144, label %130
153:
  %154 = trunc i64 %135 to i32
  %155 = add i32 %131, 1
  %156 = zext i32 %131 to i64
  %157 = getelementptr inbounds nuw i32, ptr %87, i64 %156
  store i32 %154, ptr %157, align 4
  %158 = load i32, ptr %140, align 4
  br label %159
159:
  %160 = phi i32 [ %158, %153 ], [ %141, %130 ]
  %161 = phi i32 [ %155, %153 ], [ %131, %130 ]
  %162 = and i32 %160, 2
  %163 = icmp eq i32 %162, 0
  br i1 %163, label %170, label %164
164:
  %165 = trunc i64 %138 to i32
  %166 = add i32 %161, 1
  %167 = zext i32 %161 to i64
  %168 = getelementptr inbounds nuw i32, ptr %87, i64 %167
  store i32 %165, ptr %168, align 4
  %169 = load i32, ptr %140, align 4
  br label %170
170:
  %171 = phi i32 [ %169, %164 ], [ %160, %159 ]
  %172 = phi i32 [ %166, %164 ], [ %161, %159 ]
  %173 = and i32 %171, 4
  %174 = icmp eq i32 %173, 0
  br i1 %174, label %181, label %175
175:
  %176 = trunc i64 %139 to i32
  %177 = add i32 %172, 1
  %178 = zext i32 %172 to i64
  %179 = getelementptr inbounds nuw i32, ptr %87, i64 %178
  store i32 %176, ptr %179, align 4
  %180 = load i32, ptr %140, align 4
  br label %181
181:
  %182 = phi i32 [ %180, %175 ], [ %171, %170 ]
  %183 = phi i32 [ %177, %175 ], [ %172, %170 ]
  %184 = and i32 %182, 8
  %185 = icmp eq i32 %184, 0
  br i1 %185, label %191, label %186
186:
  %187 = add i32 %183, 1
  %188 = zext i32 %183 to i64
  %189 = getelementptr inbounds nuw i32, ptr %87, i64 %188
  store i32 0, ptr %189, align 4
  %190 = load i32, ptr %140, align 4
  br label %191
191:
  %192 = phi i32 [ %190, %186 ], [ %182, %181 ]
  %193 = phi i32 [ %187, %186 ], [ %183, %181 ]
  %194 = and i32 %192, 16
  %195 = icmp eq i32 %194, 0
  br i1 %195, label %199, label %196
196:
  %197 = zext i32 %193 to i64
  %198 = getelementptr inbounds nuw i32, ptr %87, i64 %197
  store i32 0, ptr %198, align 4
  br label %199
199:
  %200 = getelementptr inbounds nuw i8, ptr %88, i64 48
  %201 = load i32, ptr %200, align 8
  %202 = getelementptr inbounds nuw i8, ptr %88, i64 52
  %203 = load i32, ptr %202, align 4
  %204 = mul i32 %203, %201
  %205 = getelementptr inbounds nuw i8, ptr %88, i64 56
  %206 = load i32, ptr %205, align 8
  %207 = mul i32 %204, %206
  %208 = trunc nuw i64 %83 to i32
  %209 = shl i32 %208, 6
  %210 = sub i32 %207, %209
  %211 = call i32 @llvm.umin.i32(i32 %210, i32 64)
  %212 = icmp ugt i32 %210, 63
  %213 = zext nneg i32 %211 to i64
  %214 = shl nsw i64 -1, %213
  %215 = xor i64 %214, -1
  %216 = select i1 %212, i64 -1, i64 %215
  %217 = getelementptr inbounds nuw i8, ptr %87, i64 504
  store i64 %216, ptr %217, align 8
  %218 = getelementptr inbounds nuw i8, ptr %87, i64 512
  store i32 0, ptr %218, align 8
  %219 = getelementptr inbounds nuw i8, ptr %88, i64 264
  %220 = load i32, ptr %219, align 8
  %221 = getelementptr inbounds nuw i8, ptr %87, i64 516
  store i32 %220, ptr %221, align 4
  %222 = and i32 %220, 3
  %223 = zext nneg i32 %222 to i64
  %224 = getelementptr inbounds nuw i32, ptr @__const.host_mode.rounds, i64 %223
  %225 = load i32, ptr %224, align 4
  %226 = shl i32 %225, 13
  %227 = and i32 %220, 16
  %228 = icmp eq i32 %227, 0
  %229 = select i1 %228, i32 8128, i32 8064
  %230 = or disjoint i32 %226, %229
  %231 = shl i32 %220, 10
  %232 = and i32 %231, 32768
  %233 = xor i32 %232, 32768
  %234 = or i32 %230, %233
  %235 = getelementptr inbounds nuw i8, ptr %87, i64 556
  store i32 %234, ptr %235, align 4
  %236 = getelementptr inbounds nuw i8, ptr %88, i64 8
  %237 = load ptr, ptr %236, align 8
  %238 = getelementptr inbounds nuw i8, ptr %87, i64 520
  store ptr %237, ptr %238, align 8
  %239 = getelementptr inbounds nuw i8, ptr %87, i64 528
  store i32 0, ptr %239, align 8
  %240 = getelementptr inbounds nuw i8, ptr %87, i64 532
  store i32 %208, ptr %240, align 4
  %241 = load ptr, ptr %18, align 8
  %242 = getelementptr inbounds nuw i8, ptr %87, i64 544
  store ptr %241, ptr %242, align 8
  %243 = getelementptr inbounds nuw i8, ptr %88, i64 92
  %244 = load i32, ptr %243, align 4
  %245 = getelementptr inbounds nuw i8, ptr %87, i64 552
  store i32 %244, ptr %245, align 8
  %246 = getelementptr inbounds nuw i8, ptr %87, i64 560
  store ptr %88, ptr %246, align 8
  %247 = getelementptr inbounds nuw i8, ptr %87, i64 568
  store ptr %0, ptr %247, align 8
  %248 = getelementptr inbounds nuw i8, ptr %87, i64 584
  store i32 0, ptr %248, align 8
  %249 = getelementptr inbounds nuw i8, ptr %87, i64 596
  store i32 0, ptr %249, align 4
  %250 = getelementptr inbounds nuw i8, ptr %87, i64 600
  store i64 %28, ptr %250, align 8
  %251 = getelementptr inbounds nuw i8, ptr %88, i64 272
  %252 = load i32, ptr %251, align 8
  %253 = getelementptr inbounds nuw i8, ptr %87, i64 616
  store i32 %252, ptr %253, align 8
  %254 = load ptr, ptr %19, align 8
  %255 = zext i32 %252 to i64
  %256 = shl nuw nsw i64 %83, 6
  %257 = mul i64 %256, %255
  %258 = getelementptr inbounds nuw i8, ptr %254, i64 %257
  %259 = getelementptr inbounds nuw i8, ptr %87, i64 608
  store ptr %258, ptr %259, align 8
  %260 = getelementptr inbounds nuw i8, ptr %87, i64 620
  store i32 0, ptr %260, align 4
  %261 = getelementptr inbounds nuw i8, ptr %87, i64 624
  store i64 0, ptr %261, align 8
  %262 = getelementptr inbounds nuw i8, ptr %88, i64 276
  %263 = load i32, ptr %262, align 4
  %264 = icmp eq i32 %263, 0
  br i1 %264, label %282, label %265
265:
  %266 = getelementptr inbounds nuw i8, ptr %87, i64 632
  store i64 0, ptr %266, align 8
  %267 = getelementptr inbounds nuw i8, ptr %87, i64 640
  store i64 0, ptr %267, align 8
  %268 = getelementptr inbounds nuw i8, ptr %87, i64 648
  store i64 0, ptr %268, align 8
  %269 = getelementptr inbounds nuw i8, ptr %87, i64 656
  store i64 0, ptr %269, align 8
  %270 = getelementptr inbounds nuw i8, ptr %87, i64 664
  store i64 0, ptr %270, align 8
  %271 = getelementptr inbounds nuw i8, ptr %87, i64 672
  store i64 0, ptr %271, align 8
  %272 = getelementptr inbounds nuw i8, ptr %87, i64 680
  store i64 0, ptr %272, align 8
  %273 = getelementptr inbounds nuw i8, ptr %87, i64 688
  store i64 0, ptr %273, align 8
  %274 = getelementptr inbounds nuw i8, ptr %87, i64 696
  store i64 0, ptr %274, align 8
  %275 = getelementptr inbounds nuw i8, ptr %87, i64 704
  store i64 0, ptr %275, align 8
  %276 = getelementptr inbounds nuw i8, ptr %87, i64 724
  store i32 0, ptr %276, align 4
  %277 = getelementptr inbounds nuw i8, ptr %87, i64 720
  store i32 0, ptr %277, align 8
  %278 = getelementptr inbounds nuw i8, ptr %87, i64 716
  store i32 0, ptr %278, align 4
  %279 = getelementptr inbounds nuw i8, ptr %87, i64 712
  store i32 0, ptr %279, align 8
  %280 = getelementptr inbounds nuw i8, ptr %87, i64 732
  store i32 0, ptr %280, align 4
  %281 = getelementptr inbounds nuw i8, ptr %87, i64 728
  store i32 0, ptr %281, align 8
  br label %282
282:
  %283 = getelementptr inbounds nuw i8, ptr %88, i64 248
  %284 = load i32, ptr %283, align 8
  %285 = getelementptr inbounds nuw i8, ptr %88, i64 252
  %286 = load i32, ptr %285, align 4
  %287 = add i32 %286, %284
  %288 = icmp ult i32 %284, %287
  br i1 %288, label %289, label %306
289:
  %290 = zext i32 %284 to i64
  br label %291
291:
  %292 = phi i64 [ %290, %289 ], [ %300, %291 ]
  %293 = shl nuw nsw i64 %292, 8
  %294 = add nuw nsw i64 %293, 8192
  %295 = and i64 %294, 4294967040
  %296 = getelementptr inbounds nuw i8, ptr %87, i64 %295
  store <16 x i32> zeroinitializer, ptr %296, align 64
  %297 = getelementptr inbounds nuw i8, ptr %296, i64 64
  store <16 x i32> zeroinitializer, ptr %297, align 64
  %298 = getelementptr inbounds nuw i8, ptr %296, i64 128
  store <16 x i32> zeroinitializer, ptr %298, align 64
  %299 = getelementptr inbounds nuw i8, ptr %296, i64 192
  store <16 x i32> zeroinitializer, ptr %299, align 64
  %300 = add nuw nsw i64 %292, 1
  %301 = load i32, ptr %283, align 8
  %302 = load i32, ptr %285, align 4
  %303 = add i32 %302, %301
  %304 = zext i32 %303 to i64
  %305 = icmp samesign ult i64 %300, %304
  br i1 %305, label %291, label %306
306:
  %307 = getelementptr inbounds nuw i8, ptr %88, i64 256
  %308 = load i32, ptr %307, align 8
  %309 = getelementptr inbounds nuw i8, ptr %88, i64 260
  %310 = load i32, ptr %309, align 4
  %311 = add i32 %310, %308
  %312 = icmp ult i32 %308, %311
  br i1 %312, label %313, label %330
313:
  %314 = zext i32 %308 to i64
  br label %315
315:
  %316 = phi i64 [ %314, %313 ], [ %324, %315 ]
  %317 = shl nuw nsw i64 %316, 8
  %318 = add nuw nsw i64 %317, 8192
  %319 = and i64 %318, 4294967040
  %320 = getelementptr inbounds nuw i8, ptr %87, i64 %319
  store <16 x i32> zeroinitializer, ptr %320, align 64
  %321 = getelementptr inbounds nuw i8, ptr %320, i64 64
  store <16 x i32> zeroinitializer, ptr %321, align 64
  %322 = getelementptr inbounds nuw i8, ptr %320, i64 128
  store <16 x i32> zeroinitializer, ptr %322, align 64
  %323 = getelementptr inbounds nuw i8, ptr %320, i64 192
  store <16 x i32> zeroinitializer, ptr %323, align 64
  %324 = add nuw nsw i64 %316, 1
  %325 = load i32, ptr %307, align 8
  %326 = load i32, ptr %309, align 4
  %327 = add i32 %326, %325
  %328 = zext i32 %327 to i64
  %329 = icmp samesign ult i64 %324, %328
  br i1 %329, label %315, label %330
330:
  %331 = getelementptr inbounds nuw i8, ptr %87, i64 8192
  %332 = add i32 %207, -1
  %333 = getelementptr inbounds nuw i8, ptr %88, i64 336
  %334 = zext i32 %209 to i64
  %335 = zext i32 %207 to i64
  br label %336
336:
  %337 = phi i64 [ 0, %330 ], [ %358, %336 ]
  %338 = or disjoint i64 %337, %334
  %339 = icmp samesign ult i64 %338, %335
  %340 = trunc nuw i64 %338 to i32
  %341 = select i1 %339, i32 %340, i32 %332
  %342 = load i32, ptr %200, align 8
  %343 = urem i32 %341, %342
  %344 = udiv i32 %341, %342
  %345 = load i32, ptr %202, align 4
  %346 = urem i32 %344, %345
  %347 = udiv i32 %344, %345
  %348 = load i32, ptr %333, align 8
  %349 = icmp eq i32 %348, 0
  %350 = shl i32 %346, 10
  %351 = select i1 %349, i32 0, i32 %350
  %352 = or i32 %351, %343
  %353 = icmp ugt i32 %348, 1
  %354 = shl i32 %347, 20
  %355 = select i1 %353, i32 %354, i32 0
  %356 = or i32 %352, %355
  %357 = getelementptr inbounds nuw i32, ptr %331, i64 %337
  store i32 %356, ptr %357, align 4
  %358 = add nuw nsw i64 %337, 1
  %359 = icmp eq i64 %358, 64
  br i1 %359, label %360, label %336
360:
  %361 = add nuw nsw i64 %83, 1
  %362 = load i32, ptr %15, align 4
  %363 = zext i32 %362 to i64
  %364 = icmp samesign ult i64 %361, %363
  br i1 %364, label %82, label %80
365:
  %366 = phi i32 [ %435, %434 ], [ %362, %80 ]
  %367 = load i32, ptr %15, align 4
  %368 = icmp eq i32 %367, 0
  br i1 %368, label %434, label %369
369:
  %370 = phi i64 [ %423, %420 ], [ 0, %365 ]
  %371 = phi i32 [ %422, %420 ], [ %366, %365 ]
  %372 = phi i32 [ %421, %420 ], [ 0, %365 ]
  %373 = load ptr, ptr %16, align 8
  %374 = load i64, ptr %17, align 8
  %375 = mul i64 %374, %370
  %376 = getelementptr inbounds nuw i8, ptr %373, i64 %375
  %377 = getelementptr inbounds nuw i8, ptr %376, i64 528
  %378 = load i32, ptr %377, align 8
  %379 = icmp eq i32 %378, 2
  br i1 %379, label %420, label %380
380:
  store i32 0, ptr %377, align 8
  %381 = load atomic i64, ptr %20 monotonic, align 8
  %382 = getelementptr inbounds nuw i8, ptr %376, i64 536
  store i64 %381, ptr %382, align 8
  %383 = getelementptr inbounds nuw i8, ptr %376, i64 520
  %384 = load ptr, ptr %383, align 8
  %385 = getelementptr inbounds nuw i8, ptr %376, i64 556
  %386 = load i32, ptr %385, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %386, ptr %2, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  %387 = load ptr, ptr %383, align 8
  %388 = load ptr, ptr %387, align 8
  call preserve_nonecc void %388(ptr nonnull %376, ptr nonnull %387)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %7, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %389 = load ptr, ptr %383, align 8
  %390 = icmp ugt ptr %389, %384
  %391 = ptrtoint ptr %389 to i64
  %392 = ptrtoint ptr %384 to i64
  %393 = sub i64 %391, %392
  %394 = ashr exact i64 %393, 6
  %395 = select i1 %390, i64 %394, i64 1
  %396 = load i64, ptr %382, align 8
  %397 = sub nsw i64 %396, %395
  store i64 %397, ptr %382, align 8
  %398 = icmp slt i64 %397, 0
  br i1 %398, label %399, label %404
399:
  %400 = load i32, ptr %377, align 8
  %401 = icmp eq i32 %400, 3
  br i1 %401, label %404, label %402
402:
  store i32 3, ptr %377, align 8
  %403 = getelementptr inbounds nuw i8, ptr %376, i64 584
  store i32 3, ptr %403, align 8
  br label %404
404:
  %405 = sub nsw i64 %381, %397
  %406 = atomicrmw sub ptr %20, i64 %405 monotonic, align 8
  %407 = load i32, ptr %377, align 8
  switch i32 %407, label %410 [
    i32 3, label %412
    i32 2, label %408
  ]
408:
  %409 = add i32 %371, -1
  br label %420
410:
  %411 = add i32 %372, 1
  br label %420
412:
  %413 = ptrtoint ptr %376 to i64
  store i64 %413, ptr %21, align 8
  store atomic i32 1, ptr %8 monotonic, align 8
  %414 = load i32, ptr %15, align 4
  %415 = zext i32 %414 to i64
  %416 = load i64, ptr %23, align 8
  %417 = add i64 %416, 1
  store i64 %417, ptr %23, align 8
  %418 = load i64, ptr %24, align 8
  %419 = add i64 %418, %415
  store i64 %419, ptr %24, align 8
  br label %448
420:
  %421 = phi i32 [ %411, %410 ], [ %372, %408 ], [ %372, %369 ]
  %422 = phi i32 [ %371, %410 ], [ %409, %408 ], [ %371, %369 ]
  %423 = add nuw nsw i64 %370, 1
  %424 = load i32, ptr %15, align 4
  %425 = zext i32 %424 to i64
  %426 = icmp samesign ult i64 %423, %425
  br i1 %426, label %369, label %427
427:
  %428 = icmp eq i32 %421, 0
  br i1 %428, label %434, label %429
429:
  %430 = load i64, ptr %22, align 8
  %431 = add i64 %430, 1
  store i64 %431, ptr %22, align 8
  %432 = load i32, ptr %14, align 8
  %433 = add i32 %432, 1
  store i32 %433, ptr %14, align 8
  br label %434
434:
  %435 = phi i32 [ %422, %427 ], [ %422, %429 ], [ %366, %365 ]
  %436 = icmp eq i32 %435, 0
  br i1 %436, label %437, label %365
437:
  %438 = load i32, ptr %15, align 4
  %439 = zext i32 %438 to i64
  br label %440
440:
  %441 = phi i64 [ %439, %437 ], [ 0, %77 ], [ 0, %80 ]
  %442 = load i64, ptr %23, align 8
  %443 = add i64 %442, 1
  store i64 %443, ptr %23, align 8
  %444 = load i64, ptr %24, align 8
  %445 = add i64 %444, %441
  store i64 %445, ptr %24, align 8
  %446 = load atomic i32, ptr %8 monotonic, align 8
  %447 = icmp eq i32 %446, 0
  br i1 %447, label %27, label %448
448:
  %449 = phi i32 [ 1, %412 ], [ 0, %1 ], [ 0, %27 ], [ 0, %440 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store i32 %7, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret i32 %449
}
define range(i64 0, 5857) i64 @layout_check(i32 %0) {
  %2 = icmp ult i32 %0, 14
  br i1 %2, label %3, label %7
3:
  %4 = zext nneg i32 %0 to i64
  %5 = getelementptr inbounds nuw i64, ptr @switch.table.layout_check, i64 %4
  %6 = load i64, ptr %5, align 8
  br label %7
7:
  %8 = phi i64 [ %6, %3 ], [ 0, %1 ]
  ret i64 %8
}
define preserve_nonecc void @memory_load_x1(ptr %0, ptr %1) {
  %3 = alloca [64 x i32], align 64
  %4 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %5 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %4, i32 4, i32 0)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %8
7:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  br label %189
8:
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %10 = load i32, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %4, i64 528
  %12 = load i64, ptr %11, align 16
  switch i64 %12, label %13 [
    i64 -1, label %16
    i64 0, label %172
  ]
13:
  %14 = zext i32 %10 to i64
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 %14
  br label %161
16:
  %17 = load i64, ptr %4, align 64
  %18 = getelementptr inbounds nuw i8, ptr %4, i64 504
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %17, 252
  %21 = icmp eq i64 %19, %20
  br i1 %21, label %22, label %96
22:
  %23 = insertelement <8 x i64> poison, i64 %17, i64 0
  %24 = shufflevector <8 x i64> %23, <8 x i64> poison, <8 x i32> zeroinitializer
  %25 = add <8 x i64> %24, <i64 0, i64 4, i64 8, i64 12, i64 16, i64 20, i64 24, i64 28>
  %26 = load <8 x i64>, ptr %4, align 64
  %27 = xor <8 x i64> %26, %25
  %28 = add <8 x i64> %24, <i64 32, i64 36, i64 40, i64 44, i64 48, i64 52, i64 56, i64 60>
  %29 = getelementptr inbounds nuw i8, ptr %4, i64 64
  %30 = load <8 x i64>, ptr %29, align 64
  %31 = xor <8 x i64> %30, %28
  %32 = or <8 x i64> %31, %27
  %33 = add <8 x i64> %24, <i64 64, i64 68, i64 72, i64 76, i64 80, i64 84, i64 88, i64 92>
  %34 = getelementptr inbounds nuw i8, ptr %4, i64 128
  %35 = load <8 x i64>, ptr %34, align 64
  %36 = xor <8 x i64> %35, %33
  %37 = or <8 x i64> %36, %32
  %38 = add <8 x i64> %24, <i64 96, i64 100, i64 104, i64 108, i64 112, i64 116, i64 120, i64 124>
  %39 = getelementptr inbounds nuw i8, ptr %4, i64 192
  %40 = load <8 x i64>, ptr %39, align 64
  %41 = xor <8 x i64> %40, %38
  %42 = or <8 x i64> %41, %37
  %43 = add <8 x i64> %24, <i64 128, i64 132, i64 136, i64 140, i64 144, i64 148, i64 152, i64 156>
  %44 = getelementptr inbounds nuw i8, ptr %4, i64 256
  %45 = load <8 x i64>, ptr %44, align 64
  %46 = xor <8 x i64> %45, %43
  %47 = or <8 x i64> %46, %42
  %48 = add <8 x i64> %24, <i64 160, i64 164, i64 168, i64 172, i64 176, i64 180, i64 184, i64 188>
  %49 = getelementptr inbounds nuw i8, ptr %4, i64 320
  %50 = load <8 x i64>, ptr %49, align 64
  %51 = xor <8 x i64> %50, %48
  %52 = or <8 x i64> %51, %47
  %53 = add <8 x i64> %24, <i64 192, i64 196, i64 200, i64 204, i64 208, i64 212, i64 216, i64 220>
  %54 = getelementptr inbounds nuw i8, ptr %4, i64 384
  %55 = load <8 x i64>, ptr %54, align 64
  %56 = xor <8 x i64> %55, %53
  %57 = or <8 x i64> %56, %52
  %58 = add <8 x i64> %24, <i64 224, i64 228, i64 232, i64 236, i64 240, i64 244, i64 248, i64 252>
  %59 = getelementptr inbounds nuw i8, ptr %4, i64 448
  %60 = load <8 x i64>, ptr %59, align 64
  %61 = xor <8 x i64> %60, %58
  %62 = or <8 x i64> %61, %57
  %63 = extractelement <8 x i64> %62, i64 0
  %64 = extractelement <8 x i64> %62, i64 1
  %65 = or i64 %64, %63
  %66 = extractelement <8 x i64> %62, i64 2
  %67 = or i64 %66, %65
  %68 = extractelement <8 x i64> %62, i64 3
  %69 = or i64 %68, %67
  %70 = extractelement <8 x i64> %62, i64 4
  %71 = or i64 %70, %69
  %72 = extractelement <8 x i64> %62, i64 5
  %73 = or i64 %72, %71
  %74 = extractelement <8 x i64> %62, i64 6
  %75 = or i64 %74, %73
  %76 = extractelement <8 x i64> %62, i64 7
  %77 = or i64 %76, %75
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %79, label %96
79:
  %80 = zext i32 %10 to i64
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 %80
  %82 = inttoptr i64 %17 to ptr
  %83 = load <16 x i32>, ptr %82, align 1
  store <16 x i32> %83, ptr %81, align 64
  %84 = add i64 %17, 64
  %85 = inttoptr i64 %84 to ptr
  %86 = load <16 x i32>, ptr %85, align 1
  %87 = getelementptr inbounds nuw i8, ptr %81, i64 64
  store <16 x i32> %86, ptr %87, align 64
  %88 = add i64 %17, 128
  %89 = inttoptr i64 %88 to ptr
  %90 = load <16 x i32>, ptr %89, align 1
  %91 = getelementptr inbounds nuw i8, ptr %81, i64 128
  store <16 x i32> %90, ptr %91, align 64
  %92 = add i64 %17, 192
  %93 = inttoptr i64 %92 to ptr
  %94 = load <16 x i32>, ptr %93, align 1
  %95 = getelementptr inbounds nuw i8, ptr %81, i64 192
  store <16 x i32> %94, ptr %95, align 64
  br label %172
96:
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  br label %110
97:
  %98 = zext i32 %10 to i64
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 %98
  %100 = load <16 x i32>, ptr %3, align 64
  store <16 x i32> %100, ptr %99, align 64
  %101 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %102 = load <16 x i32>, ptr %101, align 64
  %103 = getelementptr inbounds nuw i8, ptr %99, i64 64
  store <16 x i32> %102, ptr %103, align 64
  %104 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %105 = load <16 x i32>, ptr %104, align 64
  %106 = getelementptr inbounds nuw i8, ptr %99, i64 128
  store <16 x i32> %105, ptr %106, align 64
  %107 = getelementptr inbounds nuw i8, ptr %3, i64 192
  %108 = load <16 x i32>, ptr %107, align 64
  %109 = getelementptr inbounds nuw i8, ptr %99, i64 192
  store <16 x i32> %108, ptr %109, align 64
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %172
110:
  %111 = phi i64 [ 0, %96 ], [ %159, %110 ]
  %112 = getelementptr inbounds nuw i64, ptr %4, i64 %111
  %113 = load i64, ptr %112, align 64
  %114 = inttoptr i64 %113 to ptr
  %115 = load i32, ptr %114, align 1
  %116 = getelementptr inbounds nuw i32, ptr %3, i64 %111
  store i32 %115, ptr %116, align 32
  %117 = or disjoint i64 %111, 1
  %118 = getelementptr inbounds nuw i64, ptr %4, i64 %117
  %119 = load i64, ptr %118, align 8
  %120 = inttoptr i64 %119 to ptr
  %121 = load i32, ptr %120, align 1
  %122 = getelementptr inbounds nuw i32, ptr %3, i64 %117
  store i32 %121, ptr %122, align 4
  %123 = or disjoint i64 %111, 2
  %124 = getelementptr inbounds nuw i64, ptr %4, i64 %123
  %125 = load i64, ptr %124, align 16
  %126 = inttoptr i64 %125 to ptr
  %127 = load i32, ptr %126, align 1
  %128 = getelementptr inbounds nuw i32, ptr %3, i64 %123
  store i32 %127, ptr %128, align 8
  %129 = or disjoint i64 %111, 3
  %130 = getelementptr inbounds nuw i64, ptr %4, i64 %129
  %131 = load i64, ptr %130, align 8
  %132 = inttoptr i64 %131 to ptr
  %133 = load i32, ptr %132, align 1
  %134 = getelementptr inbounds nuw i32, ptr %3, i64 %129
  store i32 %133, ptr %134, align 4
  %135 = or disjoint i64 %111, 4
  %136 = getelementptr inbounds nuw i64, ptr %4, i64 %135
  %137 = load i64, ptr %136, align 32
  %138 = inttoptr i64 %137 to ptr
  %139 = load i32, ptr %138, align 1
  %140 = getelementptr inbounds nuw i32, ptr %3, i64 %135
  store i32 %139, ptr %140, align 16
  %141 = or disjoint i64 %111, 5
  %142 = getelementptr inbounds nuw i64, ptr %4, i64 %141
  %143 = load i64, ptr %142, align 8
  %144 = inttoptr i64 %143 to ptr
  %145 = load i32, ptr %144, align 1
  %146 = getelementptr inbounds nuw i32, ptr %3, i64 %141
  store i32 %145, ptr %146, align 4
  %147 = or disjoint i64 %111, 6
  %148 = getelementptr inbounds nuw i64, ptr %4, i64 %147
  %149 = load i64, ptr %148, align 16
  %150 = inttoptr i64 %149 to ptr
  %151 = load i32, ptr %150, align 1
  %152 = getelementptr inbounds nuw i32, ptr %3, i64 %147
  store i32 %151, ptr %152, align 8
  %153 = or disjoint i64 %111, 7
  %154 = getelementptr inbounds nuw i64, ptr %4, i64 %153
  %155 = load i64, ptr %154, align 8
  %156 = inttoptr i64 %155 to ptr
  %157 = load i32, ptr %156, align 1
  %158 = getelementptr inbounds nuw i32, ptr %3, i64 %153
  store i32 %157, ptr %158, align 4
  %159 = add nuw nsw i64 %111, 8
  %160 = icmp eq i64 %159, 64
  br i1 %160, label %97, label %110
161:
  %162 = phi i64 [ %12, %13 ], [ %170, %161 ]
  %163 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %162, i1 true)
  %164 = getelementptr inbounds nuw i64, ptr %4, i64 %163
  %165 = load i64, ptr %164, align 8
  %166 = inttoptr i64 %165 to ptr
  %167 = getelementptr inbounds nuw i32, ptr %15, i64 %163
  %168 = load i32, ptr %166, align 1
  store i32 %168, ptr %167, align 4
  %169 = add i64 %162, -1
  %170 = and i64 %169, %162
  %171 = icmp eq i64 %170, 0
  br i1 %171, label %172, label %161
172:
  %173 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %174 = load i32, ptr %173, align 4
  %175 = and i32 %174, 7
  %176 = icmp eq i32 %175, 2
  br i1 %176, label %177, label %181
177:
  %178 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %179 = load i64, ptr %178, align 8
  %180 = icmp eq i64 %12, %179
  br i1 %180, label %181, label %182
181:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  br label %186
182:
  %183 = load i32, ptr %9, align 8
  %184 = call fastcc i32 @buffer_edge(ptr nonnull %0, ptr nonnull %1, ptr %4, i32 %183, i32 1, i32 0)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %185 = icmp eq i32 %184, 0
  br i1 %185, label %189, label %186
186:
  %187 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %188 = load ptr, ptr %187, align 8
  musttail call preserve_nonecc void %188(ptr %0, ptr nonnull %187)
  ret void
189:
  ret void
}
define preserve_nonecc void @memory_load_x2(ptr %0, ptr %1) {
  %3 = alloca [64 x i64], align 64
  %4 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %5 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %4, i32 8, i32 0)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %8
7:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  br label %134
8:
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %10 = load i32, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %4, i64 528
  %12 = load i64, ptr %11, align 16
  switch i64 %12, label %13 [
    i64 -1, label %16
    i64 0, label %117
  ]
13:
  %14 = zext i32 %10 to i64
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 %14
  br label %103
16:
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  br label %52
17:
  %18 = zext i32 %10 to i64
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 %18
  %20 = add i32 %10, 256
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 %21
  %23 = load <16 x i32>, ptr %3, align 64
  %24 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %25 = load <16 x i32>, ptr %24, align 64
  %26 = shufflevector <16 x i32> %23, <16 x i32> %25, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  store <16 x i32> %26, ptr %19, align 64
  %27 = shufflevector <16 x i32> %23, <16 x i32> %25, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  store <16 x i32> %27, ptr %22, align 64
  %28 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %29 = load <16 x i32>, ptr %28, align 64
  %30 = getelementptr inbounds nuw i8, ptr %3, i64 192
  %31 = load <16 x i32>, ptr %30, align 64
  %32 = shufflevector <16 x i32> %29, <16 x i32> %31, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %33 = getelementptr inbounds nuw i8, ptr %19, i64 64
  store <16 x i32> %32, ptr %33, align 64
  %34 = shufflevector <16 x i32> %29, <16 x i32> %31, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %35 = getelementptr inbounds nuw i8, ptr %22, i64 64
  store <16 x i32> %34, ptr %35, align 64
  %36 = getelementptr inbounds nuw i8, ptr %3, i64 256
  %37 = load <16 x i32>, ptr %36, align 64
  %38 = getelementptr inbounds nuw i8, ptr %3, i64 320
  %39 = load <16 x i32>, ptr %38, align 64
  %40 = shufflevector <16 x i32> %37, <16 x i32> %39, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %41 = getelementptr inbounds nuw i8, ptr %19, i64 128
  store <16 x i32> %40, ptr %41, align 64
  %42 = shufflevector <16 x i32> %37, <16 x i32> %39, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %43 = getelementptr inbounds nuw i8, ptr %22, i64 128
  store <16 x i32> %42, ptr %43, align 64
  %44 = getelementptr inbounds nuw i8, ptr %3, i64 384
  %45 = load <16 x i32>, ptr %44, align 64
  %46 = getelementptr inbounds nuw i8, ptr %3, i64 448
  %47 = load <16 x i32>, ptr %46, align 64
  %48 = shufflevector <16 x i32> %45, <16 x i32> %47, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %49 = getelementptr inbounds nuw i8, ptr %19, i64 192
  store <16 x i32> %48, ptr %49, align 64
  %50 = shufflevector <16 x i32> %45, <16 x i32> %47, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %51 = getelementptr inbounds nuw i8, ptr %22, i64 192
  store <16 x i32> %50, ptr %51, align 64
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %117
52:
  %53 = phi i64 [ 0, %16 ], [ %101, %52 ]
  %54 = getelementptr inbounds nuw i64, ptr %4, i64 %53
  %55 = load i64, ptr %54, align 64
  %56 = inttoptr i64 %55 to ptr
  %57 = load i64, ptr %56, align 1
  %58 = getelementptr inbounds nuw i64, ptr %3, i64 %53
  store i64 %57, ptr %58, align 64
  %59 = or disjoint i64 %53, 1
  %60 = getelementptr inbounds nuw i64, ptr %4, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = inttoptr i64 %61 to ptr
  %63 = load i64, ptr %62, align 1
  %64 = getelementptr inbounds nuw i64, ptr %3, i64 %59
  store i64 %63, ptr %64, align 8
  %65 = or disjoint i64 %53, 2
  %66 = getelementptr inbounds nuw i64, ptr %4, i64 %65
  %67 = load i64, ptr %66, align 16
  %68 = inttoptr i64 %67 to ptr
  %69 = load i64, ptr %68, align 1
  %70 = getelementptr inbounds nuw i64, ptr %3, i64 %65
  store i64 %69, ptr %70, align 16
  %71 = or disjoint i64 %53, 3
  %72 = getelementptr inbounds nuw i64, ptr %4, i64 %71
  %73 = load i64, ptr %72, align 8
  %74 = inttoptr i64 %73 to ptr
  %75 = load i64, ptr %74, align 1
  %76 = getelementptr inbounds nuw i64, ptr %3, i64 %71
  store i64 %75, ptr %76, align 8
  %77 = or disjoint i64 %53, 4
  %78 = getelementptr inbounds nuw i64, ptr %4, i64 %77
  %79 = load i64, ptr %78, align 32
  %80 = inttoptr i64 %79 to ptr
  %81 = load i64, ptr %80, align 1
  %82 = getelementptr inbounds nuw i64, ptr %3, i64 %77
  store i64 %81, ptr %82, align 32
  %83 = or disjoint i64 %53, 5
  %84 = getelementptr inbounds nuw i64, ptr %4, i64 %83
  %85 = load i64, ptr %84, align 8
  %86 = inttoptr i64 %85 to ptr
  %87 = load i64, ptr %86, align 1
  %88 = getelementptr inbounds nuw i64, ptr %3, i64 %83
  store i64 %87, ptr %88, align 8
  %89 = or disjoint i64 %53, 6
  %90 = getelementptr inbounds nuw i64, ptr %4, i64 %89
  %91 = load i64, ptr %90, align 16
  %92 = inttoptr i64 %91 to ptr
  %93 = load i64, ptr %92, align 1
  %94 = getelementptr inbounds nuw i64, ptr %3, i64 %89
  store i64 %93, ptr %94, align 16
  %95 = or disjoint i64 %53, 7
  %96 = getelementptr inbounds nuw i64, ptr %4, i64 %95
  %97 = load i64, ptr %96, align 8
  %98 = inttoptr i64 %97 to ptr
  %99 = load i64, ptr %98, align 1
  %100 = getelementptr inbounds nuw i64, ptr %3, i64 %95
  store i64 %99, ptr %100, align 8
  %101 = add nuw nsw i64 %53, 8
  %102 = icmp eq i64 %101, 64
  br i1 %102, label %17, label %52
103:
  %104 = phi i64 [ %12, %13 ], [ %115, %103 ]
  %105 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %104, i1 true)
  %106 = getelementptr inbounds nuw i64, ptr %4, i64 %105
  %107 = load i64, ptr %106, align 8
  %108 = inttoptr i64 %107 to ptr
  %109 = getelementptr inbounds nuw i32, ptr %15, i64 %105
  %110 = load i32, ptr %108, align 1
  store i32 %110, ptr %109, align 4
  %111 = getelementptr inbounds nuw i8, ptr %108, i64 4
  %112 = load i32, ptr %111, align 1
  %113 = getelementptr inbounds nuw i8, ptr %109, i64 256
  store i32 %112, ptr %113, align 4
  %114 = add i64 %104, -1
  %115 = and i64 %114, %104
  %116 = icmp eq i64 %115, 0
  br i1 %116, label %117, label %103
117:
  %118 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %119 = load i32, ptr %118, align 4
  %120 = and i32 %119, 7
  %121 = icmp eq i32 %120, 2
  br i1 %121, label %122, label %126
122:
  %123 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %124 = load i64, ptr %123, align 8
  %125 = icmp eq i64 %12, %124
  br i1 %125, label %126, label %127
126:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  br label %131
127:
  %128 = load i32, ptr %9, align 8
  %129 = call fastcc i32 @buffer_edge(ptr nonnull %0, ptr nonnull %1, ptr %4, i32 %128, i32 2, i32 0)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %130 = icmp eq i32 %129, 0
  br i1 %130, label %134, label %131
131:
  %132 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %133 = load ptr, ptr %132, align 8
  musttail call preserve_nonecc void %133(ptr %0, ptr nonnull %132)
  ret void
134:
  ret void
}
define preserve_nonecc void @memory_load_x3(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 12, i32 0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %7
6:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %67
7:
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load i32, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %11 = load i64, ptr %10, align 16
  switch i64 %11, label %12 [
    i64 -1, label %15
    i64 0, label %50
  ]
12:
  %13 = zext i32 %9 to i64
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 %13
  br label %33
15:
  %16 = zext i32 %9 to i64
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 %16
  br label %18
18:
  %19 = phi i64 [ 0, %15 ], [ %31, %18 ]
  %20 = getelementptr inbounds nuw i64, ptr %3, i64 %19
  %21 = load i64, ptr %20, align 8
  %22 = inttoptr i64 %21 to ptr
  %23 = getelementptr inbounds nuw i32, ptr %17, i64 %19
  %24 = load i32, ptr %22, align 1
  store i32 %24, ptr %23, align 4
  %25 = getelementptr inbounds nuw i8, ptr %22, i64 4
  %26 = load i32, ptr %25, align 1
  %27 = getelementptr inbounds nuw i8, ptr %23, i64 256
  store i32 %26, ptr %27, align 4
  %28 = getelementptr inbounds nuw i8, ptr %22, i64 8
  %29 = load i32, ptr %28, align 1
  %30 = getelementptr inbounds nuw i8, ptr %23, i64 512
  store i32 %29, ptr %30, align 4
  %31 = add nuw nsw i64 %19, 1
  %32 = icmp eq i64 %31, 64
  br i1 %32, label %50, label %18
33:
  %34 = phi i64 [ %11, %12 ], [ %48, %33 ]
  %35 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %34, i1 true)
  %36 = getelementptr inbounds nuw i64, ptr %3, i64 %35
  %37 = load i64, ptr %36, align 8
  %38 = inttoptr i64 %37 to ptr
  %39 = getelementptr inbounds nuw i32, ptr %14, i64 %35
  %40 = load i32, ptr %38, align 1
  store i32 %40, ptr %39, align 4
  %41 = getelementptr inbounds nuw i8, ptr %38, i64 4
  %42 = load i32, ptr %41, align 1
  %43 = getelementptr inbounds nuw i8, ptr %39, i64 256
  store i32 %42, ptr %43, align 4
  %44 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %45 = load i32, ptr %44, align 1
  %46 = getelementptr inbounds nuw i8, ptr %39, i64 512
  store i32 %45, ptr %46, align 4
  %47 = add i64 %34, -1
  %48 = and i64 %47, %34
  %49 = icmp eq i64 %48, 0
  br i1 %49, label %50, label %33
50:
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %52 = load i32, ptr %51, align 4
  %53 = and i32 %52, 7
  %54 = icmp eq i32 %53, 2
  br i1 %54, label %55, label %59
55:
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %57 = load i64, ptr %56, align 8
  %58 = icmp eq i64 %11, %57
  br i1 %58, label %59, label %60
59:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %64
60:
  %61 = load i32, ptr %8, align 8
  %62 = call fastcc i32 @buffer_edge(ptr nonnull %0, ptr nonnull %1, ptr %3, i32 %61, i32 3, i32 0)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %67, label %64
64:
  %65 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %66 = load ptr, ptr %65, align 8
  musttail call preserve_nonecc void %66(ptr %0, ptr nonnull %65)
  ret void
67:
  ret void
}
define preserve_nonecc void @memory_load_x4(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 16, i32 0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %7
6:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %173
7:
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load i32, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %11 = load i64, ptr %10, align 16
  switch i64 %11, label %12 [
    i64 -1, label %15
    i64 0, label %156
  ]
12:
  %13 = zext i32 %9 to i64
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 %13
  br label %136
15:
  %16 = zext i32 %9 to i64
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 %16
  %18 = add i32 %9, 256
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 %19
  %21 = add i32 %9, 512
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 %22
  %24 = add i32 %9, 768
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 %25
  br label %27
27:
  %28 = phi i64 [ 0, %15 ], [ %134, %27 ]
  %29 = shl nuw nsw i64 %28, 4
  %30 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %31 = load i64, ptr %30, align 64
  %32 = inttoptr i64 %31 to ptr
  %33 = load <4 x i32>, ptr %32, align 1
  %34 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %36 = load i64, ptr %35, align 8
  %37 = inttoptr i64 %36 to ptr
  %38 = load <4 x i32>, ptr %37, align 1
  %39 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %40 = getelementptr inbounds nuw i8, ptr %39, i64 16
  %41 = load i64, ptr %40, align 16
  %42 = inttoptr i64 %41 to ptr
  %43 = load <4 x i32>, ptr %42, align 1
  %44 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %45 = getelementptr inbounds nuw i8, ptr %44, i64 24
  %46 = load i64, ptr %45, align 8
  %47 = inttoptr i64 %46 to ptr
  %48 = load <4 x i32>, ptr %47, align 1
  %49 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 32
  %51 = load i64, ptr %50, align 32
  %52 = inttoptr i64 %51 to ptr
  %53 = load <4 x i32>, ptr %52, align 1
  %54 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %55 = getelementptr inbounds nuw i8, ptr %54, i64 40
  %56 = load i64, ptr %55, align 8
  %57 = inttoptr i64 %56 to ptr
  %58 = load <4 x i32>, ptr %57, align 1
  %59 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %60 = getelementptr inbounds nuw i8, ptr %59, i64 48
  %61 = load i64, ptr %60, align 16
  %62 = inttoptr i64 %61 to ptr
  %63 = load <4 x i32>, ptr %62, align 1
  %64 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %65 = getelementptr inbounds nuw i8, ptr %64, i64 56
  %66 = load i64, ptr %65, align 8
  %67 = inttoptr i64 %66 to ptr
  %68 = load <4 x i32>, ptr %67, align 1
  %69 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %70 = getelementptr inbounds nuw i8, ptr %69, i64 64
  %71 = load i64, ptr %70, align 64
  %72 = inttoptr i64 %71 to ptr
  %73 = load <4 x i32>, ptr %72, align 1
  %74 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %75 = getelementptr inbounds nuw i8, ptr %74, i64 72
  %76 = load i64, ptr %75, align 8
  %77 = inttoptr i64 %76 to ptr
  %78 = load <4 x i32>, ptr %77, align 1
  %79 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %80 = getelementptr inbounds nuw i8, ptr %79, i64 80
  %81 = load i64, ptr %80, align 16
  %82 = inttoptr i64 %81 to ptr
  %83 = load <4 x i32>, ptr %82, align 1
  %84 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %85 = getelementptr inbounds nuw i8, ptr %84, i64 88
  %86 = load i64, ptr %85, align 8
  %87 = inttoptr i64 %86 to ptr
  %88 = load <4 x i32>, ptr %87, align 1
  %89 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %90 = getelementptr inbounds nuw i8, ptr %89, i64 96
  %91 = load i64, ptr %90, align 32
  %92 = inttoptr i64 %91 to ptr
  %93 = load <4 x i32>, ptr %92, align 1
  %94 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %95 = getelementptr inbounds nuw i8, ptr %94, i64 104
  %96 = load i64, ptr %95, align 8
  %97 = inttoptr i64 %96 to ptr
  %98 = load <4 x i32>, ptr %97, align 1
  %99 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %100 = getelementptr inbounds nuw i8, ptr %99, i64 112
  %101 = load i64, ptr %100, align 16
  %102 = inttoptr i64 %101 to ptr
  %103 = load <4 x i32>, ptr %102, align 1
  %104 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %105 = getelementptr inbounds nuw i8, ptr %104, i64 120
  %106 = load i64, ptr %105, align 8
  %107 = inttoptr i64 %106 to ptr
  %108 = load <4 x i32>, ptr %107, align 1
  %109 = shufflevector <4 x i32> %33, <4 x i32> %53, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %110 = shufflevector <4 x i32> %73, <4 x i32> %93, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %111 = shufflevector <8 x i32> %109, <8 x i32> %110, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %112 = shufflevector <4 x i32> %38, <4 x i32> %58, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %113 = shufflevector <4 x i32> %78, <4 x i32> %98, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %114 = shufflevector <8 x i32> %112, <8 x i32> %113, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %115 = shufflevector <4 x i32> %43, <4 x i32> %63, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %116 = shufflevector <4 x i32> %83, <4 x i32> %103, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %117 = shufflevector <8 x i32> %115, <8 x i32> %116, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %118 = shufflevector <4 x i32> %48, <4 x i32> %68, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %119 = shufflevector <4 x i32> %88, <4 x i32> %108, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %120 = shufflevector <8 x i32> %118, <8 x i32> %119, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %121 = shufflevector <16 x i32> %111, <16 x i32> %114, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20, i32 5, i32 21, i32 8, i32 24, i32 9, i32 25, i32 12, i32 28, i32 13, i32 29>
  %122 = shufflevector <16 x i32> %111, <16 x i32> %114, <16 x i32> <i32 2, i32 18, i32 3, i32 19, i32 6, i32 22, i32 7, i32 23, i32 10, i32 26, i32 11, i32 27, i32 14, i32 30, i32 15, i32 31>
  %123 = shufflevector <16 x i32> %117, <16 x i32> %120, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20, i32 5, i32 21, i32 8, i32 24, i32 9, i32 25, i32 12, i32 28, i32 13, i32 29>
  %124 = shufflevector <16 x i32> %117, <16 x i32> %120, <16 x i32> <i32 2, i32 18, i32 3, i32 19, i32 6, i32 22, i32 7, i32 23, i32 10, i32 26, i32 11, i32 27, i32 14, i32 30, i32 15, i32 31>
  %125 = shufflevector <16 x i32> %121, <16 x i32> %123, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %126 = shl nuw nsw i64 %28, 6
  %127 = getelementptr inbounds nuw i8, ptr %17, i64 %126
  store <16 x i32> %125, ptr %127, align 64
  %128 = shufflevector <16 x i32> %121, <16 x i32> %123, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %129 = getelementptr inbounds nuw i8, ptr %20, i64 %126
  store <16 x i32> %128, ptr %129, align 64
  %130 = shufflevector <16 x i32> %122, <16 x i32> %124, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %131 = getelementptr inbounds nuw i8, ptr %23, i64 %126
  store <16 x i32> %130, ptr %131, align 64
  %132 = shufflevector <16 x i32> %122, <16 x i32> %124, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %133 = getelementptr inbounds nuw i8, ptr %26, i64 %126
  store <16 x i32> %132, ptr %133, align 64
  %134 = add nuw nsw i64 %28, 1
  %135 = icmp eq i64 %134, 4
  br i1 %135, label %156, label %27
136:
  %137 = phi i64 [ %11, %12 ], [ %154, %136 ]
  %138 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %137, i1 true)
  %139 = getelementptr inbounds nuw i64, ptr %3, i64 %138
  %140 = load i64, ptr %139, align 8
  %141 = inttoptr i64 %140 to ptr
  %142 = getelementptr inbounds nuw i32, ptr %14, i64 %138
  %143 = load i32, ptr %141, align 1
  store i32 %143, ptr %142, align 4
  %144 = getelementptr inbounds nuw i8, ptr %141, i64 4
  %145 = load i32, ptr %144, align 1
  %146 = getelementptr inbounds nuw i8, ptr %142, i64 256
  store i32 %145, ptr %146, align 4
  %147 = getelementptr inbounds nuw i8, ptr %141, i64 8
  %148 = load i32, ptr %147, align 1
  %149 = getelementptr inbounds nuw i8, ptr %142, i64 512
  store i32 %148, ptr %149, align 4
  %150 = getelementptr inbounds nuw i8, ptr %141, i64 12
  %151 = load i32, ptr %150, align 1
  %152 = getelementptr inbounds nuw i8, ptr %142, i64 768
  store i32 %151, ptr %152, align 4
  %153 = add i64 %137, -1
  %154 = and i64 %153, %137
  %155 = icmp eq i64 %154, 0
  br i1 %155, label %156, label %136
156:
  %157 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %158 = load i32, ptr %157, align 4
  %159 = and i32 %158, 7
  %160 = icmp eq i32 %159, 2
  br i1 %160, label %161, label %165
161:
  %162 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %11, %163
  br i1 %164, label %165, label %166
165:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %170
166:
  %167 = load i32, ptr %8, align 8
  %168 = call fastcc i32 @buffer_edge(ptr nonnull %0, ptr nonnull %1, ptr %3, i32 %167, i32 4, i32 0)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %169 = icmp eq i32 %168, 0
  br i1 %169, label %173, label %170
170:
  %171 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %172 = load ptr, ptr %171, align 8
  musttail call preserve_nonecc void %172(ptr %0, ptr nonnull %171)
  ret void
173:
  ret void
}
define preserve_nonecc void @memory_store_x1(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 4, i32 1)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %7
6:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %124
7:
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %11 = load i64, ptr %10, align 16
  switch i64 %11, label %92 [
    i64 -1, label %12
    i64 0, label %106
  ]
12:
  %13 = load i64, ptr %3, align 64
  %14 = getelementptr inbounds nuw i8, ptr %3, i64 504
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %13, 252
  %17 = icmp eq i64 %15, %16
  br i1 %17, label %18, label %92
18:
  %19 = insertelement <8 x i64> poison, i64 %13, i64 0
  %20 = shufflevector <8 x i64> %19, <8 x i64> poison, <8 x i32> zeroinitializer
  %21 = add <8 x i64> %20, <i64 0, i64 4, i64 8, i64 12, i64 16, i64 20, i64 24, i64 28>
  %22 = load <8 x i64>, ptr %3, align 64
  %23 = xor <8 x i64> %22, %21
  %24 = add <8 x i64> %20, <i64 32, i64 36, i64 40, i64 44, i64 48, i64 52, i64 56, i64 60>
  %25 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %26 = load <8 x i64>, ptr %25, align 64
  %27 = xor <8 x i64> %26, %24
  %28 = or <8 x i64> %27, %23
  %29 = add <8 x i64> %20, <i64 64, i64 68, i64 72, i64 76, i64 80, i64 84, i64 88, i64 92>
  %30 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %31 = load <8 x i64>, ptr %30, align 64
  %32 = xor <8 x i64> %31, %29
  %33 = or <8 x i64> %32, %28
  %34 = add <8 x i64> %20, <i64 96, i64 100, i64 104, i64 108, i64 112, i64 116, i64 120, i64 124>
  %35 = getelementptr inbounds nuw i8, ptr %3, i64 192
  %36 = load <8 x i64>, ptr %35, align 64
  %37 = xor <8 x i64> %36, %34
  %38 = or <8 x i64> %37, %33
  %39 = add <8 x i64> %20, <i64 128, i64 132, i64 136, i64 140, i64 144, i64 148, i64 152, i64 156>
  %40 = getelementptr inbounds nuw i8, ptr %3, i64 256
  %41 = load <8 x i64>, ptr %40, align 64
  %42 = xor <8 x i64> %41, %39
  %43 = or <8 x i64> %42, %38
  %44 = add <8 x i64> %20, <i64 160, i64 164, i64 168, i64 172, i64 176, i64 180, i64 184, i64 188>
  %45 = getelementptr inbounds nuw i8, ptr %3, i64 320
  %46 = load <8 x i64>, ptr %45, align 64
  %47 = xor <8 x i64> %46, %44
  %48 = or <8 x i64> %47, %43
  %49 = add <8 x i64> %20, <i64 192, i64 196, i64 200, i64 204, i64 208, i64 212, i64 216, i64 220>
  %50 = getelementptr inbounds nuw i8, ptr %3, i64 384
  %51 = load <8 x i64>, ptr %50, align 64
  %52 = xor <8 x i64> %51, %49
  %53 = or <8 x i64> %52, %48
  %54 = add <8 x i64> %20, <i64 224, i64 228, i64 232, i64 236, i64 240, i64 244, i64 248, i64 252>
  %55 = getelementptr inbounds nuw i8, ptr %3, i64 448
  %56 = load <8 x i64>, ptr %55, align 64
  %57 = xor <8 x i64> %56, %54
  %58 = or <8 x i64> %57, %53
  %59 = extractelement <8 x i64> %58, i64 0
  %60 = extractelement <8 x i64> %58, i64 1
  %61 = or i64 %60, %59
  %62 = extractelement <8 x i64> %58, i64 2
  %63 = or i64 %62, %61
  %64 = extractelement <8 x i64> %58, i64 3
  %65 = or i64 %64, %63
  %66 = extractelement <8 x i64> %58, i64 4
  %67 = or i64 %66, %65
  %68 = extractelement <8 x i64> %58, i64 5
  %69 = or i64 %68, %67
  %70 = extractelement <8 x i64> %58, i64 6
  %71 = or i64 %70, %69
  %72 = extractelement <8 x i64> %58, i64 7
  %73 = or i64 %72, %71
  %74 = icmp eq i64 %73, 0
  br i1 %74, label %75, label %92
75:
  %76 = and i64 %9, 4294967295
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 %76
  %78 = load <16 x i32>, ptr %77, align 64
  %79 = inttoptr i64 %13 to ptr
  store <16 x i32> %78, ptr %79, align 1
  %80 = getelementptr inbounds nuw i8, ptr %77, i64 64
  %81 = load <16 x i32>, ptr %80, align 64
  %82 = add i64 %13, 64
  %83 = inttoptr i64 %82 to ptr
  store <16 x i32> %81, ptr %83, align 1
  %84 = getelementptr inbounds nuw i8, ptr %77, i64 128
  %85 = load <16 x i32>, ptr %84, align 64
  %86 = add i64 %13, 128
  %87 = inttoptr i64 %86 to ptr
  store <16 x i32> %85, ptr %87, align 1
  %88 = getelementptr inbounds nuw i8, ptr %77, i64 192
  %89 = load <16 x i32>, ptr %88, align 64
  %90 = add i64 %13, 192
  %91 = inttoptr i64 %90 to ptr
  store <16 x i32> %89, ptr %91, align 1
  br label %106
92:
  %93 = and i64 %9, 4294967295
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 %93
  br label %95
95:
  %96 = phi i64 [ %11, %92 ], [ %104, %95 ]
  %97 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %96, i1 true)
  %98 = getelementptr inbounds nuw i32, ptr %94, i64 %97
  %99 = getelementptr inbounds nuw i64, ptr %3, i64 %97
  %100 = load i64, ptr %99, align 8
  %101 = inttoptr i64 %100 to ptr
  %102 = load i32, ptr %98, align 4
  store i32 %102, ptr %101, align 1
  %103 = add i64 %96, -1
  %104 = and i64 %103, %96
  %105 = icmp eq i64 %104, 0
  br i1 %105, label %106, label %95
106:
  %107 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %108 = load i32, ptr %107, align 4
  %109 = and i32 %108, 7
  %110 = icmp eq i32 %109, 2
  %111 = getelementptr inbounds nuw i8, ptr %3, i64 536
  %112 = load i64, ptr %111, align 8
  %113 = icmp ne i64 %112, 0
  %114 = select i1 %110, i1 %113, i1 false
  br i1 %114, label %116, label %115
115:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %121
116:
  %117 = load i64, ptr %8, align 8
  %118 = trunc i64 %117 to i32
  %119 = call fastcc i32 @buffer_edge(ptr %0, ptr nonnull %1, ptr %3, i32 %118, i32 1, i32 1)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %120 = icmp eq i32 %119, 0
  br i1 %120, label %124, label %121
121:
  %122 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %123 = load ptr, ptr %122, align 8
  musttail call preserve_nonecc void %123(ptr %0, ptr nonnull %122)
  ret void
124:
  ret void
}
define preserve_nonecc void @memory_store_x2(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 8, i32 1)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %7
6:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %47
7:
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %9 = load i64, ptr %8, align 8
  %10 = trunc i64 %9 to i32
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %31, label %14
14:
  %15 = and i64 %9, 4294967295
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  br label %17
17:
  %18 = phi i64 [ %12, %14 ], [ %29, %17 ]
  %19 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %18, i1 true)
  %20 = getelementptr inbounds nuw i32, ptr %16, i64 %19
  %21 = getelementptr inbounds nuw i64, ptr %3, i64 %19
  %22 = load i64, ptr %21, align 8
  %23 = inttoptr i64 %22 to ptr
  %24 = load i32, ptr %20, align 4
  store i32 %24, ptr %23, align 1
  %25 = getelementptr inbounds nuw i8, ptr %20, i64 256
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds nuw i8, ptr %23, i64 4
  store i32 %26, ptr %27, align 1
  %28 = add i64 %18, -1
  %29 = and i64 %28, %18
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %31, label %17
31:
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %33 = load i32, ptr %32, align 4
  %34 = and i32 %33, 7
  %35 = icmp eq i32 %34, 2
  %36 = getelementptr inbounds nuw i8, ptr %3, i64 536
  %37 = load i64, ptr %36, align 8
  %38 = icmp ne i64 %37, 0
  %39 = select i1 %35, i1 %38, i1 false
  br i1 %39, label %41, label %40
40:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %44
41:
  %42 = call fastcc i32 @buffer_edge(ptr %0, ptr nonnull %1, ptr %3, i32 %10, i32 2, i32 1)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %47, label %44
44:
  %45 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %46 = load ptr, ptr %45, align 8
  musttail call preserve_nonecc void %46(ptr %0, ptr nonnull %45)
  ret void
47:
  ret void
}
define preserve_nonecc void @memory_store_x3(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 12, i32 1)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %7
6:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %50
7:
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %9 = load i64, ptr %8, align 8
  %10 = trunc i64 %9 to i32
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %34, label %14
14:
  %15 = and i64 %9, 4294967295
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  br label %17
17:
  %18 = phi i64 [ %12, %14 ], [ %32, %17 ]
  %19 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %18, i1 true)
  %20 = getelementptr inbounds nuw i32, ptr %16, i64 %19
  %21 = getelementptr inbounds nuw i64, ptr %3, i64 %19
  %22 = load i64, ptr %21, align 8
  %23 = inttoptr i64 %22 to ptr
  %24 = load i32, ptr %20, align 4
  store i32 %24, ptr %23, align 1
  %25 = getelementptr inbounds nuw i8, ptr %20, i64 256
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds nuw i8, ptr %23, i64 4
  store i32 %26, ptr %27, align 1
  %28 = getelementptr inbounds nuw i8, ptr %20, i64 512
  %29 = load i32, ptr %28, align 4
  %30 = getelementptr inbounds nuw i8, ptr %23, i64 8
  store i32 %29, ptr %30, align 1
  %31 = add i64 %18, -1
  %32 = and i64 %31, %18
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %34, label %17
34:
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %36 = load i32, ptr %35, align 4
  %37 = and i32 %36, 7
  %38 = icmp eq i32 %37, 2
  %39 = getelementptr inbounds nuw i8, ptr %3, i64 536
  %40 = load i64, ptr %39, align 8
  %41 = icmp ne i64 %40, 0
  %42 = select i1 %38, i1 %41, i1 false
  br i1 %42, label %44, label %43
43:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %47
44:
  %45 = call fastcc i32 @buffer_edge(ptr %0, ptr nonnull %1, ptr %3, i32 %10, i32 3, i32 1)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %50, label %47
47:
  %48 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %49 = load ptr, ptr %48, align 8
  musttail call preserve_nonecc void %49(ptr %0, ptr nonnull %48)
  ret void
50:
  ret void
}
define preserve_nonecc void @memory_store_x4(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 16, i32 1)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %7
6:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %53
7:
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %9 = load i64, ptr %8, align 8
  %10 = trunc i64 %9 to i32
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %37, label %14
14:
  %15 = and i64 %9, 4294967295
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  br label %17
17:
  %18 = phi i64 [ %12, %14 ], [ %35, %17 ]
  %19 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %18, i1 true)
  %20 = getelementptr inbounds nuw i32, ptr %16, i64 %19
  %21 = getelementptr inbounds nuw i64, ptr %3, i64 %19
  %22 = load i64, ptr %21, align 8
  %23 = inttoptr i64 %22 to ptr
  %24 = load i32, ptr %20, align 4
  store i32 %24, ptr %23, align 1
  %25 = getelementptr inbounds nuw i8, ptr %20, i64 256
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds nuw i8, ptr %23, i64 4
  store i32 %26, ptr %27, align 1
  %28 = getelementptr inbounds nuw i8, ptr %20, i64 512
  %29 = load i32, ptr %28, align 4
  %30 = getelementptr inbounds nuw i8, ptr %23, i64 8
  store i32 %29, ptr %30, align 1
  %31 = getelementptr inbounds nuw i8, ptr %20, i64 768
  %32 = load i32, ptr %31, align 4
  %33 = getelementptr inbounds nuw i8, ptr %23, i64 12
  store i32 %32, ptr %33, align 1
  %34 = add i64 %18, -1
  %35 = and i64 %34, %18
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %37, label %17
37:
  %38 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %39 = load i32, ptr %38, align 4
  %40 = and i32 %39, 7
  %41 = icmp eq i32 %40, 2
  %42 = getelementptr inbounds nuw i8, ptr %3, i64 536
  %43 = load i64, ptr %42, align 8
  %44 = icmp ne i64 %43, 0
  %45 = select i1 %41, i1 %44, i1 false
  br i1 %45, label %47, label %46
46:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %50
47:
  %48 = call fastcc i32 @buffer_edge(ptr %0, ptr nonnull %1, ptr %3, i32 %10, i32 4, i32 1)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %53, label %50
50:
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %52 = load ptr, ptr %51, align 8
  musttail call preserve_nonecc void %52(ptr %0, ptr nonnull %51)
  ret void
53:
  ret void
}
define preserve_nonecc void @memory_load_u8(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 1, i32 0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %47, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %19
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 7
  %18 = icmp eq i32 %17, 2
  br i1 %18, label %31, label %44
19:
  %20 = phi i64 [ %29, %19 ], [ %12, %6 ]
  %21 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %20, i1 true)
  %22 = getelementptr inbounds nuw i32, ptr %10, i64 %21
  %23 = getelementptr inbounds nuw i64, ptr %3, i64 %21
  %24 = load i64, ptr %23, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = load i8, ptr %25, align 1
  %27 = zext i8 %26 to i32
  store i32 %27, ptr %22, align 4
  %28 = add i64 %20, -1
  %29 = and i64 %28, %20
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %14, label %19
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %33 = load i64, ptr %32, align 8
  %34 = xor i64 %12, -1
  %35 = and i64 %33, %34
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %44, label %37
37:
  %38 = phi i64 [ %42, %37 ], [ %35, %31 ]
  %39 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %38, i1 true)
  %40 = getelementptr inbounds nuw i32, ptr %10, i64 %39
  store i32 0, ptr %40, align 4
  %41 = add i64 %38, -1
  %42 = and i64 %41, %38
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %37
44:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %45 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %46 = load ptr, ptr %45, align 8
  musttail call preserve_nonecc void %46(ptr %0, ptr nonnull %45)
  ret void
47:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_load_i8(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 1, i32 0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %47, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %19
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 7
  %18 = icmp eq i32 %17, 2
  br i1 %18, label %31, label %44
19:
  %20 = phi i64 [ %29, %19 ], [ %12, %6 ]
  %21 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %20, i1 true)
  %22 = getelementptr inbounds nuw i32, ptr %10, i64 %21
  %23 = getelementptr inbounds nuw i64, ptr %3, i64 %21
  %24 = load i64, ptr %23, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = load i8, ptr %25, align 1
  %27 = sext i8 %26 to i32
  store i32 %27, ptr %22, align 4
  %28 = add i64 %20, -1
  %29 = and i64 %28, %20
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %14, label %19
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %33 = load i64, ptr %32, align 8
  %34 = xor i64 %12, -1
  %35 = and i64 %33, %34
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %44, label %37
37:
  %38 = phi i64 [ %42, %37 ], [ %35, %31 ]
  %39 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %38, i1 true)
  %40 = getelementptr inbounds nuw i32, ptr %10, i64 %39
  store i32 0, ptr %40, align 4
  %41 = add i64 %38, -1
  %42 = and i64 %41, %38
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %37
44:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %45 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %46 = load ptr, ptr %45, align 8
  musttail call preserve_nonecc void %46(ptr %0, ptr nonnull %45)
  ret void
47:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_load_u16(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 2, i32 0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %47, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %19
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 7
  %18 = icmp eq i32 %17, 2
  br i1 %18, label %31, label %44
19:
  %20 = phi i64 [ %29, %19 ], [ %12, %6 ]
  %21 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %20, i1 true)
  %22 = getelementptr inbounds nuw i32, ptr %10, i64 %21
  %23 = getelementptr inbounds nuw i64, ptr %3, i64 %21
  %24 = load i64, ptr %23, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = load i16, ptr %25, align 1
  %27 = zext i16 %26 to i32
  store i32 %27, ptr %22, align 4
  %28 = add i64 %20, -1
  %29 = and i64 %28, %20
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %14, label %19
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %33 = load i64, ptr %32, align 8
  %34 = xor i64 %12, -1
  %35 = and i64 %33, %34
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %44, label %37
37:
  %38 = phi i64 [ %42, %37 ], [ %35, %31 ]
  %39 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %38, i1 true)
  %40 = getelementptr inbounds nuw i32, ptr %10, i64 %39
  store i32 0, ptr %40, align 4
  %41 = add i64 %38, -1
  %42 = and i64 %41, %38
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %37
44:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %45 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %46 = load ptr, ptr %45, align 8
  musttail call preserve_nonecc void %46(ptr %0, ptr nonnull %45)
  ret void
47:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_load_i16(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 2, i32 0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %47, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %19
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 7
  %18 = icmp eq i32 %17, 2
  br i1 %18, label %31, label %44
19:
  %20 = phi i64 [ %29, %19 ], [ %12, %6 ]
  %21 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %20, i1 true)
  %22 = getelementptr inbounds nuw i32, ptr %10, i64 %21
  %23 = getelementptr inbounds nuw i64, ptr %3, i64 %21
  %24 = load i64, ptr %23, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = load i16, ptr %25, align 1
  %27 = sext i16 %26 to i32
  store i32 %27, ptr %22, align 4
  %28 = add i64 %20, -1
  %29 = and i64 %28, %20
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %14, label %19
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %33 = load i64, ptr %32, align 8
  %34 = xor i64 %12, -1
  %35 = and i64 %33, %34
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %44, label %37
37:
  %38 = phi i64 [ %42, %37 ], [ %35, %31 ]
  %39 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %38, i1 true)
  %40 = getelementptr inbounds nuw i32, ptr %10, i64 %39
  store i32 0, ptr %40, align 4
  %41 = add i64 %38, -1
  %42 = and i64 %41, %38
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %37
44:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %45 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %46 = load ptr, ptr %45, align 8
  musttail call preserve_nonecc void %46(ptr %0, ptr nonnull %45)
  ret void
47:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_load_d16_u8(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 1, i32 0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %52, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %19
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 7
  %18 = icmp eq i32 %17, 2
  br i1 %18, label %34, label %49
19:
  %20 = phi i64 [ %32, %19 ], [ %12, %6 ]
  %21 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %20, i1 true)
  %22 = getelementptr inbounds nuw i32, ptr %10, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = getelementptr inbounds nuw i64, ptr %3, i64 %21
  %25 = load i64, ptr %24, align 8
  %26 = and i32 %23, -65536
  %27 = inttoptr i64 %25 to ptr
  %28 = load i8, ptr %27, align 1
  %29 = zext i8 %28 to i32
  %30 = or disjoint i32 %26, %29
  store i32 %30, ptr %22, align 4
  %31 = add i64 %20, -1
  %32 = and i64 %31, %20
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %14, label %19
34:
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %36 = load i64, ptr %35, align 8
  %37 = xor i64 %12, -1
  %38 = and i64 %36, %37
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %49, label %40
40:
  %41 = phi i64 [ %47, %40 ], [ %38, %34 ]
  %42 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %41, i1 true)
  %43 = getelementptr inbounds nuw i32, ptr %10, i64 %42
  %44 = load i32, ptr %43, align 4
  %45 = and i32 %44, -65536
  store i32 %45, ptr %43, align 4
  %46 = add i64 %41, -1
  %47 = and i64 %46, %41
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %49, label %40
49:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %50 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %51 = load ptr, ptr %50, align 8
  musttail call preserve_nonecc void %51(ptr %0, ptr nonnull %50)
  ret void
52:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_load_d16_i8(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 1, i32 0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %53, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %19
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 7
  %18 = icmp eq i32 %17, 2
  br i1 %18, label %35, label %50
19:
  %20 = phi i64 [ %33, %19 ], [ %12, %6 ]
  %21 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %20, i1 true)
  %22 = getelementptr inbounds nuw i32, ptr %10, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = getelementptr inbounds nuw i64, ptr %3, i64 %21
  %25 = load i64, ptr %24, align 8
  %26 = and i32 %23, -65536
  %27 = inttoptr i64 %25 to ptr
  %28 = load i8, ptr %27, align 1
  %29 = sext i8 %28 to i32
  %30 = and i32 %29, 65535
  %31 = or disjoint i32 %30, %26
  store i32 %31, ptr %22, align 4
  %32 = add i64 %20, -1
  %33 = and i64 %32, %20
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %14, label %19
35:
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %37 = load i64, ptr %36, align 8
  %38 = xor i64 %12, -1
  %39 = and i64 %37, %38
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %50, label %41
41:
  %42 = phi i64 [ %48, %41 ], [ %39, %35 ]
  %43 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %42, i1 true)
  %44 = getelementptr inbounds nuw i32, ptr %10, i64 %43
  %45 = load i32, ptr %44, align 4
  %46 = and i32 %45, -65536
  store i32 %46, ptr %44, align 4
  %47 = add i64 %42, -1
  %48 = and i64 %47, %42
  %49 = icmp eq i64 %48, 0
  br i1 %49, label %50, label %41
50:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %52 = load ptr, ptr %51, align 8
  musttail call preserve_nonecc void %52(ptr %0, ptr nonnull %51)
  ret void
53:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_load_d16(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 2, i32 0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %52, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %19
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 7
  %18 = icmp eq i32 %17, 2
  br i1 %18, label %34, label %49
19:
  %20 = phi i64 [ %32, %19 ], [ %12, %6 ]
  %21 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %20, i1 true)
  %22 = getelementptr inbounds nuw i32, ptr %10, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = getelementptr inbounds nuw i64, ptr %3, i64 %21
  %25 = load i64, ptr %24, align 8
  %26 = and i32 %23, -65536
  %27 = inttoptr i64 %25 to ptr
  %28 = load i16, ptr %27, align 1
  %29 = zext i16 %28 to i32
  %30 = or disjoint i32 %26, %29
  store i32 %30, ptr %22, align 4
  %31 = add i64 %20, -1
  %32 = and i64 %31, %20
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %14, label %19
34:
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %36 = load i64, ptr %35, align 8
  %37 = xor i64 %12, -1
  %38 = and i64 %36, %37
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %49, label %40
40:
  %41 = phi i64 [ %47, %40 ], [ %38, %34 ]
  %42 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %41, i1 true)
  %43 = getelementptr inbounds nuw i32, ptr %10, i64 %42
  %44 = load i32, ptr %43, align 4
  %45 = and i32 %44, -65536
  store i32 %45, ptr %43, align 4
  %46 = add i64 %41, -1
  %47 = and i64 %46, %41
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %49, label %40
49:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %50 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %51 = load ptr, ptr %50, align 8
  musttail call preserve_nonecc void %51(ptr %0, ptr nonnull %50)
  ret void
52:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_load_d16_hi_u8(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 1, i32 0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %53, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %19
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 7
  %18 = icmp eq i32 %17, 2
  br i1 %18, label %35, label %50
19:
  %20 = phi i64 [ %33, %19 ], [ %12, %6 ]
  %21 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %20, i1 true)
  %22 = getelementptr inbounds nuw i32, ptr %10, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = getelementptr inbounds nuw i64, ptr %3, i64 %21
  %25 = load i64, ptr %24, align 8
  %26 = and i32 %23, 65535
  %27 = inttoptr i64 %25 to ptr
  %28 = load i8, ptr %27, align 1
  %29 = zext i8 %28 to i32
  %30 = shl nuw nsw i32 %29, 16
  %31 = or disjoint i32 %30, %26
  store i32 %31, ptr %22, align 4
  %32 = add i64 %20, -1
  %33 = and i64 %32, %20
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %14, label %19
35:
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %37 = load i64, ptr %36, align 8
  %38 = xor i64 %12, -1
  %39 = and i64 %37, %38
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %50, label %41
41:
  %42 = phi i64 [ %48, %41 ], [ %39, %35 ]
  %43 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %42, i1 true)
  %44 = getelementptr inbounds nuw i32, ptr %10, i64 %43
  %45 = load i32, ptr %44, align 4
  %46 = and i32 %45, 65535
  store i32 %46, ptr %44, align 4
  %47 = add i64 %42, -1
  %48 = and i64 %47, %42
  %49 = icmp eq i64 %48, 0
  br i1 %49, label %50, label %41
50:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %52 = load ptr, ptr %51, align 8
  musttail call preserve_nonecc void %52(ptr %0, ptr nonnull %51)
  ret void
53:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_load_d16_hi_i8(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 1, i32 0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %53, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %19
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 7
  %18 = icmp eq i32 %17, 2
  br i1 %18, label %35, label %50
19:
  %20 = phi i64 [ %33, %19 ], [ %12, %6 ]
  %21 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %20, i1 true)
  %22 = getelementptr inbounds nuw i32, ptr %10, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = getelementptr inbounds nuw i64, ptr %3, i64 %21
  %25 = load i64, ptr %24, align 8
  %26 = and i32 %23, 65535
  %27 = inttoptr i64 %25 to ptr
  %28 = load i8, ptr %27, align 1
  %29 = sext i8 %28 to i32
  %30 = shl nsw i32 %29, 16
  %31 = or disjoint i32 %30, %26
  store i32 %31, ptr %22, align 4
  %32 = add i64 %20, -1
  %33 = and i64 %32, %20
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %14, label %19
35:
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %37 = load i64, ptr %36, align 8
  %38 = xor i64 %12, -1
  %39 = and i64 %37, %38
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %50, label %41
41:
  %42 = phi i64 [ %48, %41 ], [ %39, %35 ]
  %43 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %42, i1 true)
  %44 = getelementptr inbounds nuw i32, ptr %10, i64 %43
  %45 = load i32, ptr %44, align 4
  %46 = and i32 %45, 65535
  store i32 %46, ptr %44, align 4
  %47 = add i64 %42, -1
  %48 = and i64 %47, %42
  %49 = icmp eq i64 %48, 0
  br i1 %49, label %50, label %41
50:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %52 = load ptr, ptr %51, align 8
  musttail call preserve_nonecc void %52(ptr %0, ptr nonnull %51)
  ret void
53:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_load_d16_hi(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 2, i32 0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %53, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %12 = load i64, ptr %11, align 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %19
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 7
  %18 = icmp eq i32 %17, 2
  br i1 %18, label %35, label %50
19:
  %20 = phi i64 [ %33, %19 ], [ %12, %6 ]
  %21 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %20, i1 true)
  %22 = getelementptr inbounds nuw i32, ptr %10, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = getelementptr inbounds nuw i64, ptr %3, i64 %21
  %25 = load i64, ptr %24, align 8
  %26 = and i32 %23, 65535
  %27 = inttoptr i64 %25 to ptr
  %28 = load i16, ptr %27, align 1
  %29 = zext i16 %28 to i32
  %30 = shl nuw i32 %29, 16
  %31 = or disjoint i32 %30, %26
  store i32 %31, ptr %22, align 4
  %32 = add i64 %20, -1
  %33 = and i64 %32, %20
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %14, label %19
35:
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %37 = load i64, ptr %36, align 8
  %38 = xor i64 %12, -1
  %39 = and i64 %37, %38
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %50, label %41
41:
  %42 = phi i64 [ %48, %41 ], [ %39, %35 ]
  %43 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %42, i1 true)
  %44 = getelementptr inbounds nuw i32, ptr %10, i64 %43
  %45 = load i32, ptr %44, align 4
  %46 = and i32 %45, 65535
  store i32 %46, ptr %44, align 4
  %47 = add i64 %42, -1
  %48 = and i64 %47, %42
  %49 = icmp eq i64 %48, 0
  br i1 %49, label %50, label %41
50:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %52 = load ptr, ptr %51, align 8
  musttail call preserve_nonecc void %52(ptr %0, ptr nonnull %51)
  ret void
53:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_store_8(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 1, i32 1)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %28, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %11 = load i64, ptr %10, align 16
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %25, label %13
13:
  %14 = phi i64 [ %23, %13 ], [ %11, %6 ]
  %15 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %14, i1 true)
  %16 = getelementptr inbounds nuw i32, ptr %9, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = trunc i32 %17 to i8
  %19 = getelementptr inbounds nuw i64, ptr %3, i64 %15
  %20 = load i64, ptr %19, align 8
  %21 = inttoptr i64 %20 to ptr
  store i8 %18, ptr %21, align 1
  %22 = add i64 %14, -1
  %23 = and i64 %22, %14
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %25, label %13
25:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %27 = load ptr, ptr %26, align 8
  musttail call preserve_nonecc void %27(ptr %0, ptr nonnull %26)
  ret void
28:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_store_16(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 2, i32 1)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %28, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %11 = load i64, ptr %10, align 16
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %25, label %13
13:
  %14 = phi i64 [ %23, %13 ], [ %11, %6 ]
  %15 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %14, i1 true)
  %16 = getelementptr inbounds nuw i32, ptr %9, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = trunc i32 %17 to i16
  %19 = getelementptr inbounds nuw i64, ptr %3, i64 %15
  %20 = load i64, ptr %19, align 8
  %21 = inttoptr i64 %20 to ptr
  store i16 %18, ptr %21, align 1
  %22 = add i64 %14, -1
  %23 = and i64 %22, %14
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %25, label %13
25:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %27 = load ptr, ptr %26, align 8
  musttail call preserve_nonecc void %27(ptr %0, ptr nonnull %26)
  ret void
28:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_store_8_hi(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 1, i32 1)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %29, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %11 = load i64, ptr %10, align 16
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %26, label %13
13:
  %14 = phi i64 [ %24, %13 ], [ %11, %6 ]
  %15 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %14, i1 true)
  %16 = getelementptr inbounds nuw i32, ptr %9, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = lshr i32 %17, 16
  %19 = trunc i32 %18 to i8
  %20 = getelementptr inbounds nuw i64, ptr %3, i64 %15
  %21 = load i64, ptr %20, align 8
  %22 = inttoptr i64 %21 to ptr
  store i8 %19, ptr %22, align 1
  %23 = add i64 %14, -1
  %24 = and i64 %23, %14
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %26, label %13
26:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %28 = load ptr, ptr %27, align 8
  musttail call preserve_nonecc void %28(ptr %0, ptr nonnull %27)
  ret void
29:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_store_16_hi(ptr %0, ptr %1) {
  %3 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %3, i32 2, i32 1)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %29, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 528
  %11 = load i64, ptr %10, align 16
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %26, label %13
13:
  %14 = phi i64 [ %24, %13 ], [ %11, %6 ]
  %15 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %14, i1 true)
  %16 = getelementptr inbounds nuw i32, ptr %9, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = lshr i32 %17, 16
  %19 = trunc nuw i32 %18 to i16
  %20 = getelementptr inbounds nuw i64, ptr %3, i64 %15
  %21 = load i64, ptr %20, align 8
  %22 = inttoptr i64 %21 to ptr
  store i16 %19, ptr %22, align 1
  %23 = add i64 %14, -1
  %24 = and i64 %23, %14
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %26, label %13
26:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %28 = load ptr, ptr %27, align 8
  musttail call preserve_nonecc void %28(ptr %0, ptr nonnull %27)
  ret void
29:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @memory_load_x1_lds(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @load_to_local(ptr %0, ptr %1, i32 -1)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define internal fastcc range(i32 0, 2) i32 @load_to_local(ptr %0, ptr %1, i32 range(i32 -1, 4) %2) unnamed_addr {
  %4 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %5 = icmp slt i32 %2, 0
  %6 = icmp samesign ult i32 %2, 2
  %7 = select i1 %6, i32 1, i32 2
  %8 = select i1 %5, i32 4, i32 %7
  %9 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %4, i32 %8, i32 0)
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %83, label %11
11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %13 = load i32, ptr %12, align 8
  %14 = and i32 %13, 65535
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %16 = load i64, ptr %15, align 8
  %17 = trunc i64 %16 to i32
  %18 = add i32 %14, %17
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %83, label %22
22:
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %25 = getelementptr inbounds nuw i8, ptr %4, i64 528
  %26 = load i64, ptr %25, align 16
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 544
  br label %28
28:
  %29 = phi i64 [ %20, %22 ], [ %81, %75 ]
  %30 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %29, i1 true)
  %31 = trunc nuw nsw i64 %30 to i32
  %32 = shl nuw nsw i32 %31, 2
  %33 = add i32 %18, %32
  %34 = add i32 %33, 4
  %35 = load i32, ptr %23, align 8
  %36 = icmp ugt i32 %34, %35
  br i1 %36, label %37, label %45
37:
  %38 = zext i32 %33 to i64
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 2, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %38, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %31, ptr %42, align 4
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 4, ptr %43, align 8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %44, align 8
  br label %83
45:
  %46 = load ptr, ptr %24, align 8
  %47 = getelementptr inbounds nuw i8, ptr %46, i64 276
  %48 = load i32, ptr %47, align 4
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %51, label %50
50:
  tail call fastcc void @shadow_local(ptr nonnull %0, ptr %1, i32 %33, i32 %31)
  br label %51
51:
  %52 = shl nuw i64 1, %30
  %53 = and i64 %26, %52
  %54 = icmp eq i64 %53, 0
  br i1 %54, label %75, label %55
55:
  %56 = getelementptr inbounds nuw i64, ptr %4, i64 %30
  %57 = load i64, ptr %56, align 8
  %58 = inttoptr i64 %57 to ptr
  br i1 %5, label %59, label %61
59:
  %60 = load i32, ptr %58, align 1
  br label %75
61:
  switch i32 %2, label %74 [
    i32 0, label %62
    i32 1, label %65
    i32 2, label %68
    i32 3, label %71
  ]
62:
  %63 = load i8, ptr %58, align 1
  %64 = zext i8 %63 to i32
  br label %75
65:
  %66 = load i8, ptr %58, align 1
  %67 = sext i8 %66 to i32
  br label %75
68:
  %69 = load i16, ptr %58, align 1
  %70 = zext i16 %69 to i32
  br label %75
71:
  %72 = load i16, ptr %58, align 1
  %73 = sext i16 %72 to i32
  br label %75
74:
  unreachable
75:
  %76 = phi i32 [ 0, %51 ], [ %60, %59 ], [ %73, %71 ], [ %64, %62 ], [ %67, %65 ], [ %70, %68 ]
  %77 = load ptr, ptr %27, align 8
  %78 = zext i32 %33 to i64
  %79 = getelementptr inbounds nuw i8, ptr %77, i64 %78
  store i32 %76, ptr %79, align 1
  %80 = add i64 %29, -1
  %81 = and i64 %80, %29
  %82 = icmp eq i64 %81, 0
  br i1 %82, label %83, label %28
83:
  %84 = phi i32 [ 0, %3 ], [ 0, %37 ], [ 1, %11 ], [ 1, %75 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret i32 %84
}
define preserve_nonecc void @memory_load_u8_lds(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @load_to_local(ptr %0, ptr %1, i32 0)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define preserve_nonecc void @memory_load_i8_lds(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @load_to_local(ptr %0, ptr %1, i32 1)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define preserve_nonecc void @memory_load_u16_lds(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @load_to_local(ptr %0, ptr %1, i32 2)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define preserve_nonecc void @memory_load_i16_lds(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @load_to_local(ptr %0, ptr %1, i32 3)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define preserve_nonecc void @local_read_x1(ptr %0, ptr %1) {
  %3 = alloca [64 x i32], align 64
  %4 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = load i32, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, -1
  br i1 %12, label %13, label %119
13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 276
  %17 = load i32, ptr %16, align 4
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %119
19:
  %20 = insertelement <16 x i32> poison, i32 %9, i64 0
  %21 = shufflevector <16 x i32> %20, <16 x i32> poison, <16 x i32> zeroinitializer
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds i8, ptr %0, i64 %23
  %25 = load <16 x i32>, ptr %24, align 64
  %26 = add <16 x i32> %25, %21
  %27 = getelementptr inbounds nuw i8, ptr %24, i64 64
  %28 = load <16 x i32>, ptr %27, align 64
  %29 = add <16 x i32> %28, %21
  %30 = getelementptr inbounds nuw i8, ptr %24, i64 128
  %31 = load <16 x i32>, ptr %30, align 64
  %32 = add <16 x i32> %31, %21
  %33 = getelementptr inbounds nuw i8, ptr %24, i64 192
  %34 = load <16 x i32>, ptr %33, align 64
  %35 = add <16 x i32> %34, %21
  %36 = shufflevector <16 x i32> %26, <16 x i32> poison, <16 x i32> zeroinitializer
  %37 = icmp ne <16 x i32> %26, %36
  %38 = icmp ne <16 x i32> %29, %36
  %39 = or <16 x i1> %37, %38
  %40 = icmp ne <16 x i32> %32, %36
  %41 = or <16 x i1> %39, %40
  %42 = icmp ne <16 x i32> %35, %36
  %43 = or <16 x i1> %41, %42
  %44 = bitcast <16 x i1> %43 to i16
  %45 = icmp eq i16 %44, 0
  br i1 %45, label %46, label %66
46:
  %47 = extractelement <16 x i32> %26, i64 0
  %48 = zext i32 %47 to i64
  %49 = add nuw nsw i64 %48, 4
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %51 = load i32, ptr %50, align 8
  %52 = zext i32 %51 to i64
  %53 = icmp samesign ugt i64 %49, %52
  br i1 %53, label %119, label %54
54:
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 %48
  %58 = load i32, ptr %57, align 1
  %59 = zext i32 %6 to i64
  %60 = getelementptr inbounds nuw i8, ptr %0, i64 %59
  %61 = insertelement <16 x i32> poison, i32 %58, i64 0
  %62 = shufflevector <16 x i32> %61, <16 x i32> poison, <16 x i32> zeroinitializer
  store <16 x i32> %62, ptr %60, align 64
  %63 = getelementptr inbounds nuw i8, ptr %60, i64 64
  store <16 x i32> %62, ptr %63, align 64
  %64 = getelementptr inbounds nuw i8, ptr %60, i64 128
  store <16 x i32> %62, ptr %64, align 64
  %65 = getelementptr inbounds nuw i8, ptr %60, i64 192
  store <16 x i32> %62, ptr %65, align 64
  br label %311
66:
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %68 = load i32, ptr %67, align 8
  %69 = icmp ult i32 %68, 4
  br i1 %69, label %119, label %70
70:
  %71 = add i32 %68, -4
  %72 = insertelement <16 x i32> poison, i32 %71, i64 0
  %73 = shufflevector <16 x i32> %72, <16 x i32> poison, <16 x i32> zeroinitializer
  %74 = icmp ugt <16 x i32> %26, %73
  %75 = and <16 x i32> %26, splat (i32 3)
  %76 = select <16 x i1> %74, <16 x i32> splat (i32 -1), <16 x i32> %75
  %77 = icmp ugt <16 x i32> %29, %73
  %78 = and <16 x i32> %29, splat (i32 3)
  %79 = select <16 x i1> %77, <16 x i32> splat (i32 -1), <16 x i32> %78
  %80 = or <16 x i32> %79, %76
  %81 = icmp ugt <16 x i32> %32, %73
  %82 = and <16 x i32> %32, splat (i32 3)
  %83 = select <16 x i1> %81, <16 x i32> splat (i32 -1), <16 x i32> %82
  %84 = or <16 x i32> %83, %80
  %85 = icmp ugt <16 x i32> %35, %73
  %86 = and <16 x i32> %35, splat (i32 3)
  %87 = select <16 x i1> %85, <16 x i32> splat (i32 -1), <16 x i32> %86
  %88 = or <16 x i32> %87, %84
  %89 = icmp ne <16 x i32> %88, zeroinitializer
  %90 = bitcast <16 x i1> %89 to i16
  %91 = icmp eq i16 %90, 0
  br i1 %91, label %92, label %119
92:
  %93 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %94 = zext i32 %6 to i64
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 %94
  %96 = load ptr, ptr %93, align 8
  %97 = lshr <16 x i32> %26, splat (i32 2)
  %98 = zext nneg <16 x i32> %97 to <16 x i64>
  %99 = getelementptr i32, ptr %96, <16 x i64> %98
  %100 = tail call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %99, <16 x i1> splat (i1 true), <16 x i32> poison)
  store <16 x i32> %100, ptr %95, align 64
  %101 = load ptr, ptr %93, align 8
  %102 = lshr <16 x i32> %29, splat (i32 2)
  %103 = zext nneg <16 x i32> %102 to <16 x i64>
  %104 = getelementptr i32, ptr %101, <16 x i64> %103
  %105 = tail call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %104, <16 x i1> splat (i1 true), <16 x i32> poison)
  %106 = getelementptr inbounds nuw i8, ptr %95, i64 64
  store <16 x i32> %105, ptr %106, align 64
  %107 = load ptr, ptr %93, align 8
  %108 = lshr <16 x i32> %32, splat (i32 2)
  %109 = zext nneg <16 x i32> %108 to <16 x i64>
  %110 = getelementptr i32, ptr %107, <16 x i64> %109
  %111 = tail call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %110, <16 x i1> splat (i1 true), <16 x i32> poison)
  %112 = getelementptr inbounds nuw i8, ptr %95, i64 128
  store <16 x i32> %111, ptr %112, align 64
  %113 = load ptr, ptr %93, align 8
  %114 = lshr <16 x i32> %35, splat (i32 2)
  %115 = zext nneg <16 x i32> %114 to <16 x i64>
  %116 = getelementptr i32, ptr %113, <16 x i64> %115
  %117 = tail call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %116, <16 x i1> splat (i1 true), <16 x i32> poison)
  %118 = getelementptr inbounds nuw i8, ptr %95, i64 192
  store <16 x i32> %117, ptr %118, align 64
  br label %311
119:
  %120 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %121 = load i64, ptr %120, align 8
  %122 = trunc i64 %121 to i32
  %123 = call fastcc i32 @local_lanes(ptr nonnull %0, ptr nonnull %1, ptr %4, i32 %122, i32 %9, i32 4, i32 1, i32 0)
  %124 = icmp eq i32 %123, 0
  br i1 %124, label %314, label %125
125:
  %126 = load i32, ptr %5, align 8
  %127 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %128 = load ptr, ptr %127, align 8
  %129 = ptrtoint ptr %128 to i64
  %130 = getelementptr inbounds nuw i8, ptr %4, i64 264
  %131 = load i64, ptr %130, align 8
  switch i64 %131, label %132 [
    i64 -1, label %135
    i64 0, label %311
  ]
132:
  %133 = zext i32 %126 to i64
  %134 = getelementptr inbounds nuw i8, ptr %0, i64 %133
  br label %298
135:
  %136 = load i32, ptr %4, align 64
  %137 = getelementptr inbounds nuw i8, ptr %4, i64 252
  %138 = load i32, ptr %137, align 4
  %139 = add i32 %136, 252
  %140 = icmp eq i32 %138, %139
  br i1 %140, label %141, label %217
141:
  %142 = insertelement <8 x i32> poison, i32 %136, i64 0
  %143 = shufflevector <8 x i32> %142, <8 x i32> poison, <8 x i32> zeroinitializer
  %144 = add <8 x i32> %143, <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %145 = load <8 x i32>, ptr %4, align 64
  %146 = xor <8 x i32> %145, %144
  %147 = add <8 x i32> %143, <i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %148 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %149 = load <8 x i32>, ptr %148, align 32
  %150 = xor <8 x i32> %149, %147
  %151 = or <8 x i32> %150, %146
  %152 = add <8 x i32> %143, <i32 64, i32 68, i32 72, i32 76, i32 80, i32 84, i32 88, i32 92>
  %153 = getelementptr inbounds nuw i8, ptr %4, i64 64
  %154 = load <8 x i32>, ptr %153, align 64
  %155 = xor <8 x i32> %154, %152
  %156 = or <8 x i32> %155, %151
  %157 = add <8 x i32> %143, <i32 96, i32 100, i32 104, i32 108, i32 112, i32 116, i32 120, i32 124>
  %158 = getelementptr inbounds nuw i8, ptr %4, i64 96
  %159 = load <8 x i32>, ptr %158, align 32
  %160 = xor <8 x i32> %159, %157
  %161 = or <8 x i32> %160, %156
  %162 = add <8 x i32> %143, <i32 128, i32 132, i32 136, i32 140, i32 144, i32 148, i32 152, i32 156>
  %163 = getelementptr inbounds nuw i8, ptr %4, i64 128
  %164 = load <8 x i32>, ptr %163, align 64
  %165 = xor <8 x i32> %164, %162
  %166 = or <8 x i32> %165, %161
  %167 = add <8 x i32> %143, <i32 160, i32 164, i32 168, i32 172, i32 176, i32 180, i32 184, i32 188>
  %168 = getelementptr inbounds nuw i8, ptr %4, i64 160
  %169 = load <8 x i32>, ptr %168, align 32
  %170 = xor <8 x i32> %169, %167
  %171 = or <8 x i32> %170, %166
  %172 = add <8 x i32> %143, <i32 192, i32 196, i32 200, i32 204, i32 208, i32 212, i32 216, i32 220>
  %173 = getelementptr inbounds nuw i8, ptr %4, i64 192
  %174 = load <8 x i32>, ptr %173, align 64
  %175 = xor <8 x i32> %174, %172
  %176 = or <8 x i32> %175, %171
  %177 = add <8 x i32> %143, <i32 224, i32 228, i32 232, i32 236, i32 240, i32 244, i32 248, i32 252>
  %178 = getelementptr inbounds nuw i8, ptr %4, i64 224
  %179 = load <8 x i32>, ptr %178, align 32
  %180 = xor <8 x i32> %179, %177
  %181 = or <8 x i32> %180, %176
  %182 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %183 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 2, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %184 = or <8 x i32> %182, %183
  %185 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %186 = or <8 x i32> %184, %185
  %187 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 4, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %188 = or <8 x i32> %186, %187
  %189 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 5, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %190 = or <8 x i32> %188, %189
  %191 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 6, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %192 = or <8 x i32> %190, %191
  %193 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %194 = or <8 x i32> %192, %193
  %195 = or <8 x i32> %194, %181
  %196 = extractelement <8 x i32> %195, i64 0
  %197 = icmp eq i32 %196, 0
  br i1 %197, label %198, label %217
198:
  %199 = zext i32 %136 to i64
  %200 = add i64 %199, %129
  %201 = zext i32 %126 to i64
  %202 = getelementptr inbounds nuw i8, ptr %0, i64 %201
  %203 = inttoptr i64 %200 to ptr
  %204 = load <16 x i32>, ptr %203, align 1
  store <16 x i32> %204, ptr %202, align 64
  %205 = add i64 %200, 64
  %206 = inttoptr i64 %205 to ptr
  %207 = load <16 x i32>, ptr %206, align 1
  %208 = getelementptr inbounds nuw i8, ptr %202, i64 64
  store <16 x i32> %207, ptr %208, align 64
  %209 = add i64 %200, 128
  %210 = inttoptr i64 %209 to ptr
  %211 = load <16 x i32>, ptr %210, align 1
  %212 = getelementptr inbounds nuw i8, ptr %202, i64 128
  store <16 x i32> %211, ptr %212, align 64
  %213 = add i64 %200, 192
  %214 = inttoptr i64 %213 to ptr
  %215 = load <16 x i32>, ptr %214, align 1
  %216 = getelementptr inbounds nuw i8, ptr %202, i64 192
  store <16 x i32> %215, ptr %216, align 64
  br label %311
217:
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  br label %231
218:
  %219 = zext i32 %126 to i64
  %220 = getelementptr inbounds nuw i8, ptr %0, i64 %219
  %221 = load <16 x i32>, ptr %3, align 64
  store <16 x i32> %221, ptr %220, align 64
  %222 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %223 = load <16 x i32>, ptr %222, align 64
  %224 = getelementptr inbounds nuw i8, ptr %220, i64 64
  store <16 x i32> %223, ptr %224, align 64
  %225 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %226 = load <16 x i32>, ptr %225, align 64
  %227 = getelementptr inbounds nuw i8, ptr %220, i64 128
  store <16 x i32> %226, ptr %227, align 64
  %228 = getelementptr inbounds nuw i8, ptr %3, i64 192
  %229 = load <16 x i32>, ptr %228, align 64
  %230 = getelementptr inbounds nuw i8, ptr %220, i64 192
  store <16 x i32> %229, ptr %230, align 64
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %311
231:
  %232 = phi i64 [ 0, %217 ], [ %296, %231 ]
  %233 = getelementptr inbounds nuw i32, ptr %4, i64 %232
  %234 = load i32, ptr %233, align 32
  %235 = zext i32 %234 to i64
  %236 = add i64 %235, %129
  %237 = inttoptr i64 %236 to ptr
  %238 = load i32, ptr %237, align 1
  %239 = getelementptr inbounds nuw i32, ptr %3, i64 %232
  store i32 %238, ptr %239, align 32
  %240 = or disjoint i64 %232, 1
  %241 = getelementptr inbounds nuw i32, ptr %4, i64 %240
  %242 = load i32, ptr %241, align 4
  %243 = zext i32 %242 to i64
  %244 = add i64 %243, %129
  %245 = inttoptr i64 %244 to ptr
  %246 = load i32, ptr %245, align 1
  %247 = getelementptr inbounds nuw i32, ptr %3, i64 %240
  store i32 %246, ptr %247, align 4
  %248 = or disjoint i64 %232, 2
  %249 = getelementptr inbounds nuw i32, ptr %4, i64 %248
  %250 = load i32, ptr %249, align 8
  %251 = zext i32 %250 to i64
  %252 = add i64 %251, %129
  %253 = inttoptr i64 %252 to ptr
  %254 = load i32, ptr %253, align 1
  %255 = getelementptr inbounds nuw i32, ptr %3, i64 %248
  store i32 %254, ptr %255, align 8
  %256 = or disjoint i64 %232, 3
  %257 = getelementptr inbounds nuw i32, ptr %4, i64 %256
  %258 = load i32, ptr %257, align 4
  %259 = zext i32 %258 to i64
  %260 = add i64 %259, %129
  %261 = inttoptr i64 %260 to ptr
  %262 = load i32, ptr %261, align 1
  %263 = getelementptr inbounds nuw i32, ptr %3, i64 %256
  store i32 %262, ptr %263, align 4
  %264 = or disjoint i64 %232, 4
  %265 = getelementptr inbounds nuw i32, ptr %4, i64 %264
  %266 = load i32, ptr %265, align 16
  %267 = zext i32 %266 to i64
  %268 = add i64 %267, %129
  %269 = inttoptr i64 %268 to ptr
  %270 = load i32, ptr %269, align 1
  %271 = getelementptr inbounds nuw i32, ptr %3, i64 %264
  store i32 %270, ptr %271, align 16
  %272 = or disjoint i64 %232, 5
  %273 = getelementptr inbounds nuw i32, ptr %4, i64 %272
  %274 = load i32, ptr %273, align 4
  %275 = zext i32 %274 to i64
  %276 = add i64 %275, %129
  %277 = inttoptr i64 %276 to ptr
  %278 = load i32, ptr %277, align 1
  %279 = getelementptr inbounds nuw i32, ptr %3, i64 %272
  store i32 %278, ptr %279, align 4
  %280 = or disjoint i64 %232, 6
  %281 = getelementptr inbounds nuw i32, ptr %4, i64 %280
  %282 = load i32, ptr %281, align 8
  %283 = zext i32 %282 to i64
  %284 = add i64 %283, %129
  %285 = inttoptr i64 %284 to ptr
  %286 = load i32, ptr %285, align 1
  %287 = getelementptr inbounds nuw i32, ptr %3, i64 %280
  store i32 %286, ptr %287, align 8
  %288 = or disjoint i64 %232, 7
  %289 = getelementptr inbounds nuw i32, ptr %4, i64 %288
  %290 = load i32, ptr %289, align 4
  %291 = zext i32 %290 to i64
  %292 = add i64 %291, %129
  %293 = inttoptr i64 %292 to ptr
  %294 = load i32, ptr %293, align 1
  %295 = getelementptr inbounds nuw i32, ptr %3, i64 %288
  store i32 %294, ptr %295, align 4
  %296 = add nuw nsw i64 %232, 8
  %297 = icmp eq i64 %296, 64
  br i1 %297, label %218, label %231
298:
  %299 = phi i64 [ %131, %132 ], [ %309, %298 ]
  %300 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %299, i1 true)
  %301 = getelementptr inbounds nuw i32, ptr %4, i64 %300
  %302 = load i32, ptr %301, align 4
  %303 = zext i32 %302 to i64
  %304 = add i64 %303, %129
  %305 = inttoptr i64 %304 to ptr
  %306 = getelementptr inbounds nuw i32, ptr %134, i64 %300
  %307 = load i32, ptr %305, align 1
  store i32 %307, ptr %306, align 4
  %308 = add i64 %299, -1
  %309 = and i64 %308, %299
  %310 = icmp eq i64 %309, 0
  br i1 %310, label %311, label %298
311:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %312 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %313 = load ptr, ptr %312, align 8
  musttail call preserve_nonecc void %313(ptr nonnull %0, ptr nonnull %312)
  ret void
314:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret void
}
define preserve_nonecc void @local_read_x2(ptr %0, ptr %1) {
  %3 = alloca [64 x i64], align 64
  %4 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = load i32, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, -1
  br i1 %12, label %13, label %76
13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 276
  %17 = load i32, ptr %16, align 4
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %76
19:
  %20 = insertelement <16 x i32> poison, i32 %9, i64 0
  %21 = shufflevector <16 x i32> %20, <16 x i32> poison, <16 x i32> zeroinitializer
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds i8, ptr %0, i64 %23
  %25 = load <16 x i32>, ptr %24, align 64
  %26 = add <16 x i32> %25, %21
  %27 = getelementptr inbounds nuw i8, ptr %24, i64 64
  %28 = load <16 x i32>, ptr %27, align 64
  %29 = add <16 x i32> %28, %21
  %30 = getelementptr inbounds nuw i8, ptr %24, i64 128
  %31 = load <16 x i32>, ptr %30, align 64
  %32 = add <16 x i32> %31, %21
  %33 = getelementptr inbounds nuw i8, ptr %24, i64 192
  %34 = load <16 x i32>, ptr %33, align 64
  %35 = add <16 x i32> %34, %21
  %36 = shufflevector <16 x i32> %26, <16 x i32> poison, <16 x i32> zeroinitializer
  %37 = icmp ne <16 x i32> %26, %36
  %38 = icmp ne <16 x i32> %29, %36
  %39 = or <16 x i1> %37, %38
  %40 = icmp ne <16 x i32> %32, %36
  %41 = or <16 x i1> %39, %40
  %42 = icmp ne <16 x i32> %35, %36
  %43 = or <16 x i1> %41, %42
  %44 = bitcast <16 x i1> %43 to i16
  %45 = icmp eq i16 %44, 0
  br i1 %45, label %46, label %76
46:
  %47 = extractelement <16 x i32> %26, i64 0
  %48 = zext i32 %47 to i64
  %49 = add nuw nsw i64 %48, 8
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %51 = load i32, ptr %50, align 8
  %52 = zext i32 %51 to i64
  %53 = icmp samesign ugt i64 %49, %52
  br i1 %53, label %76, label %54
54:
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 %48
  %58 = load i32, ptr %57, align 1
  %59 = getelementptr inbounds nuw i8, ptr %57, i64 4
  %60 = load i32, ptr %59, align 1
  %61 = insertelement <16 x i32> poison, i32 %58, i64 0
  %62 = shufflevector <16 x i32> %61, <16 x i32> poison, <16 x i32> zeroinitializer
  %63 = zext i32 %6 to i64
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 %63
  store <16 x i32> %62, ptr %64, align 64
  %65 = getelementptr inbounds nuw i8, ptr %64, i64 64
  store <16 x i32> %62, ptr %65, align 64
  %66 = getelementptr inbounds nuw i8, ptr %64, i64 128
  store <16 x i32> %62, ptr %66, align 64
  %67 = getelementptr inbounds nuw i8, ptr %64, i64 192
  store <16 x i32> %62, ptr %67, align 64
  %68 = insertelement <16 x i32> poison, i32 %60, i64 0
  %69 = shufflevector <16 x i32> %68, <16 x i32> poison, <16 x i32> zeroinitializer
  %70 = add i32 %6, 256
  %71 = zext i32 %70 to i64
  %72 = getelementptr inbounds nuw i8, ptr %0, i64 %71
  store <16 x i32> %69, ptr %72, align 64
  %73 = getelementptr inbounds nuw i8, ptr %72, i64 64
  store <16 x i32> %69, ptr %73, align 64
  %74 = getelementptr inbounds nuw i8, ptr %72, i64 128
  store <16 x i32> %69, ptr %74, align 64
  %75 = getelementptr inbounds nuw i8, ptr %72, i64 192
  store <16 x i32> %69, ptr %75, align 64
  br label %211
76:
  %77 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %78 = load i64, ptr %77, align 8
  %79 = trunc i64 %78 to i32
  %80 = call fastcc i32 @local_lanes(ptr nonnull %0, ptr nonnull %1, ptr %4, i32 %79, i32 %9, i32 8, i32 1, i32 0)
  %81 = icmp eq i32 %80, 0
  br i1 %81, label %214, label %82
82:
  %83 = load i32, ptr %5, align 8
  %84 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %85 = load ptr, ptr %84, align 8
  %86 = ptrtoint ptr %85 to i64
  %87 = getelementptr inbounds nuw i8, ptr %4, i64 264
  %88 = load i64, ptr %87, align 8
  switch i64 %88, label %89 [
    i64 -1, label %92
    i64 0, label %211
  ]
89:
  %90 = zext i32 %83 to i64
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 %90
  br label %195
92:
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  br label %128
93:
  %94 = zext i32 %83 to i64
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 %94
  %96 = add i32 %83, 256
  %97 = zext i32 %96 to i64
  %98 = getelementptr inbounds nuw i8, ptr %0, i64 %97
  %99 = load <16 x i32>, ptr %3, align 64
  %100 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %101 = load <16 x i32>, ptr %100, align 64
  %102 = shufflevector <16 x i32> %99, <16 x i32> %101, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  store <16 x i32> %102, ptr %95, align 64
  %103 = shufflevector <16 x i32> %99, <16 x i32> %101, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  store <16 x i32> %103, ptr %98, align 64
  %104 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %105 = load <16 x i32>, ptr %104, align 64
  %106 = getelementptr inbounds nuw i8, ptr %3, i64 192
  %107 = load <16 x i32>, ptr %106, align 64
  %108 = shufflevector <16 x i32> %105, <16 x i32> %107, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %109 = getelementptr inbounds nuw i8, ptr %95, i64 64
  store <16 x i32> %108, ptr %109, align 64
  %110 = shufflevector <16 x i32> %105, <16 x i32> %107, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %111 = getelementptr inbounds nuw i8, ptr %98, i64 64
  store <16 x i32> %110, ptr %111, align 64
  %112 = getelementptr inbounds nuw i8, ptr %3, i64 256
  %113 = load <16 x i32>, ptr %112, align 64
  %114 = getelementptr inbounds nuw i8, ptr %3, i64 320
  %115 = load <16 x i32>, ptr %114, align 64
  %116 = shufflevector <16 x i32> %113, <16 x i32> %115, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %117 = getelementptr inbounds nuw i8, ptr %95, i64 128
  store <16 x i32> %116, ptr %117, align 64
  %118 = shufflevector <16 x i32> %113, <16 x i32> %115, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %119 = getelementptr inbounds nuw i8, ptr %98, i64 128
  store <16 x i32> %118, ptr %119, align 64
  %120 = getelementptr inbounds nuw i8, ptr %3, i64 384
  %121 = load <16 x i32>, ptr %120, align 64
  %122 = getelementptr inbounds nuw i8, ptr %3, i64 448
  %123 = load <16 x i32>, ptr %122, align 64
  %124 = shufflevector <16 x i32> %121, <16 x i32> %123, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %125 = getelementptr inbounds nuw i8, ptr %95, i64 192
  store <16 x i32> %124, ptr %125, align 64
  %126 = shufflevector <16 x i32> %121, <16 x i32> %123, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %127 = getelementptr inbounds nuw i8, ptr %98, i64 192
  store <16 x i32> %126, ptr %127, align 64
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %211
128:
  %129 = phi i64 [ 0, %92 ], [ %193, %128 ]
  %130 = getelementptr inbounds nuw i32, ptr %4, i64 %129
  %131 = load i32, ptr %130, align 32
  %132 = zext i32 %131 to i64
  %133 = add i64 %132, %86
  %134 = inttoptr i64 %133 to ptr
  %135 = load i64, ptr %134, align 1
  %136 = getelementptr inbounds nuw i64, ptr %3, i64 %129
  store i64 %135, ptr %136, align 64
  %137 = or disjoint i64 %129, 1
  %138 = getelementptr inbounds nuw i32, ptr %4, i64 %137
  %139 = load i32, ptr %138, align 4
  %140 = zext i32 %139 to i64
  %141 = add i64 %140, %86
  %142 = inttoptr i64 %141 to ptr
  %143 = load i64, ptr %142, align 1
  %144 = getelementptr inbounds nuw i64, ptr %3, i64 %137
  store i64 %143, ptr %144, align 8
  %145 = or disjoint i64 %129, 2
  %146 = getelementptr inbounds nuw i32, ptr %4, i64 %145
  %147 = load i32, ptr %146, align 8
  %148 = zext i32 %147 to i64
  %149 = add i64 %148, %86
  %150 = inttoptr i64 %149 to ptr
  %151 = load i64, ptr %150, align 1
  %152 = getelementptr inbounds nuw i64, ptr %3, i64 %145
  store i64 %151, ptr %152, align 16
  %153 = or disjoint i64 %129, 3
  %154 = getelementptr inbounds nuw i32, ptr %4, i64 %153
  %155 = load i32, ptr %154, align 4
  %156 = zext i32 %155 to i64
  %157 = add i64 %156, %86
  %158 = inttoptr i64 %157 to ptr
  %159 = load i64, ptr %158, align 1
  %160 = getelementptr inbounds nuw i64, ptr %3, i64 %153
  store i64 %159, ptr %160, align 8
  %161 = or disjoint i64 %129, 4
  %162 = getelementptr inbounds nuw i32, ptr %4, i64 %161
  %163 = load i32, ptr %162, align 16
  %164 = zext i32 %163 to i64
  %165 = add i64 %164, %86
  %166 = inttoptr i64 %165 to ptr
  %167 = load i64, ptr %166, align 1
  %168 = getelementptr inbounds nuw i64, ptr %3, i64 %161
  store i64 %167, ptr %168, align 32
  %169 = or disjoint i64 %129, 5
  %170 = getelementptr inbounds nuw i32, ptr %4, i64 %169
  %171 = load i32, ptr %170, align 4
  %172 = zext i32 %171 to i64
  %173 = add i64 %172, %86
  %174 = inttoptr i64 %173 to ptr
  %175 = load i64, ptr %174, align 1
  %176 = getelementptr inbounds nuw i64, ptr %3, i64 %169
  store i64 %175, ptr %176, align 8
  %177 = or disjoint i64 %129, 6
  %178 = getelementptr inbounds nuw i32, ptr %4, i64 %177
  %179 = load i32, ptr %178, align 8
  %180 = zext i32 %179 to i64
  %181 = add i64 %180, %86
  %182 = inttoptr i64 %181 to ptr
  %183 = load i64, ptr %182, align 1
  %184 = getelementptr inbounds nuw i64, ptr %3, i64 %177
  store i64 %183, ptr %184, align 16
  %185 = or disjoint i64 %129, 7
  %186 = getelementptr inbounds nuw i32, ptr %4, i64 %185
  %187 = load i32, ptr %186, align 4
  %188 = zext i32 %187 to i64
  %189 = add i64 %188, %86
  %190 = inttoptr i64 %189 to ptr
  %191 = load i64, ptr %190, align 1
  %192 = getelementptr inbounds nuw i64, ptr %3, i64 %185
  store i64 %191, ptr %192, align 8
  %193 = add nuw nsw i64 %129, 8
  %194 = icmp eq i64 %193, 64
  br i1 %194, label %93, label %128
195:
  %196 = phi i64 [ %88, %89 ], [ %209, %195 ]
  %197 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %196, i1 true)
  %198 = getelementptr inbounds nuw i32, ptr %4, i64 %197
  %199 = load i32, ptr %198, align 4
  %200 = zext i32 %199 to i64
  %201 = add i64 %200, %86
  %202 = inttoptr i64 %201 to ptr
  %203 = getelementptr inbounds nuw i32, ptr %91, i64 %197
  %204 = load i32, ptr %202, align 1
  store i32 %204, ptr %203, align 4
  %205 = getelementptr inbounds nuw i8, ptr %202, i64 4
  %206 = load i32, ptr %205, align 1
  %207 = getelementptr inbounds nuw i8, ptr %203, i64 256
  store i32 %206, ptr %207, align 4
  %208 = add i64 %196, -1
  %209 = and i64 %208, %196
  %210 = icmp eq i64 %209, 0
  br i1 %210, label %211, label %195
211:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %212 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %213 = load ptr, ptr %212, align 8
  musttail call preserve_nonecc void %213(ptr nonnull %0, ptr nonnull %212)
  ret void
214:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret void
}
define preserve_nonecc void @local_read_x3(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = load i32, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %7 = load i64, ptr %6, align 8
  %8 = trunc i64 %7 to i32
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, -1
  br i1 %11, label %12, label %85
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 276
  %16 = load i32, ptr %15, align 4
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %18, label %85
18:
  %19 = insertelement <16 x i32> poison, i32 %8, i64 0
  %20 = shufflevector <16 x i32> %19, <16 x i32> poison, <16 x i32> zeroinitializer
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %0, i64 %22
  %24 = load <16 x i32>, ptr %23, align 64
  %25 = add <16 x i32> %24, %20
  %26 = getelementptr inbounds nuw i8, ptr %23, i64 64
  %27 = load <16 x i32>, ptr %26, align 64
  %28 = add <16 x i32> %27, %20
  %29 = getelementptr inbounds nuw i8, ptr %23, i64 128
  %30 = load <16 x i32>, ptr %29, align 64
  %31 = add <16 x i32> %30, %20
  %32 = getelementptr inbounds nuw i8, ptr %23, i64 192
  %33 = load <16 x i32>, ptr %32, align 64
  %34 = add <16 x i32> %33, %20
  %35 = shufflevector <16 x i32> %25, <16 x i32> poison, <16 x i32> zeroinitializer
  %36 = icmp ne <16 x i32> %25, %35
  %37 = icmp ne <16 x i32> %28, %35
  %38 = or <16 x i1> %36, %37
  %39 = icmp ne <16 x i32> %31, %35
  %40 = or <16 x i1> %38, %39
  %41 = icmp ne <16 x i32> %34, %35
  %42 = or <16 x i1> %40, %41
  %43 = bitcast <16 x i1> %42 to i16
  %44 = icmp eq i16 %43, 0
  br i1 %44, label %45, label %85
45:
  %46 = extractelement <16 x i32> %25, i64 0
  %47 = zext i32 %46 to i64
  %48 = add nuw nsw i64 %47, 12
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %50 = load i32, ptr %49, align 8
  %51 = zext i32 %50 to i64
  %52 = icmp samesign ugt i64 %48, %51
  br i1 %52, label %85, label %53
53:
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds nuw i8, ptr %55, i64 %47
  %57 = load i32, ptr %56, align 1
  %58 = getelementptr inbounds nuw i8, ptr %56, i64 4
  %59 = load i32, ptr %58, align 1
  %60 = getelementptr inbounds nuw i8, ptr %56, i64 8
  %61 = load i32, ptr %60, align 1
  %62 = insertelement <16 x i32> poison, i32 %57, i64 0
  %63 = shufflevector <16 x i32> %62, <16 x i32> poison, <16 x i32> zeroinitializer
  %64 = zext i32 %5 to i64
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 %64
  store <16 x i32> %63, ptr %65, align 64
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 64
  store <16 x i32> %63, ptr %66, align 64
  %67 = getelementptr inbounds nuw i8, ptr %65, i64 128
  store <16 x i32> %63, ptr %67, align 64
  %68 = getelementptr inbounds nuw i8, ptr %65, i64 192
  store <16 x i32> %63, ptr %68, align 64
  %69 = insertelement <16 x i32> poison, i32 %59, i64 0
  %70 = shufflevector <16 x i32> %69, <16 x i32> poison, <16 x i32> zeroinitializer
  %71 = add i32 %5, 256
  %72 = zext i32 %71 to i64
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 %72
  store <16 x i32> %70, ptr %73, align 64
  %74 = getelementptr inbounds nuw i8, ptr %73, i64 64
  store <16 x i32> %70, ptr %74, align 64
  %75 = getelementptr inbounds nuw i8, ptr %73, i64 128
  store <16 x i32> %70, ptr %75, align 64
  %76 = getelementptr inbounds nuw i8, ptr %73, i64 192
  store <16 x i32> %70, ptr %76, align 64
  %77 = insertelement <16 x i32> poison, i32 %61, i64 0
  %78 = shufflevector <16 x i32> %77, <16 x i32> poison, <16 x i32> zeroinitializer
  %79 = add i32 %5, 512
  %80 = zext i32 %79 to i64
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 %80
  store <16 x i32> %78, ptr %81, align 64
  %82 = getelementptr inbounds nuw i8, ptr %81, i64 64
  store <16 x i32> %78, ptr %82, align 64
  %83 = getelementptr inbounds nuw i8, ptr %81, i64 128
  store <16 x i32> %78, ptr %83, align 64
  %84 = getelementptr inbounds nuw i8, ptr %81, i64 192
  store <16 x i32> %78, ptr %84, align 64
  br label %140
85:
  %86 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %87 = load i64, ptr %86, align 8
  %88 = trunc i64 %87 to i32
  %89 = call fastcc i32 @local_lanes(ptr nonnull %0, ptr nonnull %1, ptr %3, i32 %88, i32 %8, i32 12, i32 1, i32 0)
  %90 = icmp eq i32 %89, 0
  br i1 %90, label %143, label %91
91:
  %92 = load i32, ptr %4, align 8
  %93 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %94 = load ptr, ptr %93, align 8
  %95 = ptrtoint ptr %94 to i64
  %96 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %97 = load i64, ptr %96, align 8
  switch i64 %97, label %98 [
    i64 -1, label %101
    i64 0, label %140
  ]
98:
  %99 = zext i32 %92 to i64
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 %99
  br label %121
101:
  %102 = zext i32 %92 to i64
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 %102
  br label %104
104:
  %105 = phi i64 [ 0, %101 ], [ %119, %104 ]
  %106 = getelementptr inbounds nuw i32, ptr %3, i64 %105
  %107 = load i32, ptr %106, align 4
  %108 = zext i32 %107 to i64
  %109 = add i64 %108, %95
  %110 = inttoptr i64 %109 to ptr
  %111 = getelementptr inbounds nuw i32, ptr %103, i64 %105
  %112 = load i32, ptr %110, align 1
  store i32 %112, ptr %111, align 4
  %113 = getelementptr inbounds nuw i8, ptr %110, i64 4
  %114 = load i32, ptr %113, align 1
  %115 = getelementptr inbounds nuw i8, ptr %111, i64 256
  store i32 %114, ptr %115, align 4
  %116 = getelementptr inbounds nuw i8, ptr %110, i64 8
  %117 = load i32, ptr %116, align 1
  %118 = getelementptr inbounds nuw i8, ptr %111, i64 512
  store i32 %117, ptr %118, align 4
  %119 = add nuw nsw i64 %105, 1
  %120 = icmp eq i64 %119, 64
  br i1 %120, label %140, label %104
121:
  %122 = phi i64 [ %97, %98 ], [ %138, %121 ]
  %123 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %122, i1 true)
  %124 = getelementptr inbounds nuw i32, ptr %3, i64 %123
  %125 = load i32, ptr %124, align 4
  %126 = zext i32 %125 to i64
  %127 = add i64 %126, %95
  %128 = inttoptr i64 %127 to ptr
  %129 = getelementptr inbounds nuw i32, ptr %100, i64 %123
  %130 = load i32, ptr %128, align 1
  store i32 %130, ptr %129, align 4
  %131 = getelementptr inbounds nuw i8, ptr %128, i64 4
  %132 = load i32, ptr %131, align 1
  %133 = getelementptr inbounds nuw i8, ptr %129, i64 256
  store i32 %132, ptr %133, align 4
  %134 = getelementptr inbounds nuw i8, ptr %128, i64 8
  %135 = load i32, ptr %134, align 1
  %136 = getelementptr inbounds nuw i8, ptr %129, i64 512
  store i32 %135, ptr %136, align 4
  %137 = add i64 %122, -1
  %138 = and i64 %137, %122
  %139 = icmp eq i64 %138, 0
  br i1 %139, label %140, label %121
140:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %141 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %142 = load ptr, ptr %141, align 8
  musttail call preserve_nonecc void %142(ptr nonnull %0, ptr nonnull %141)
  ret void
143:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_read_x4(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = load i32, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %7 = load i64, ptr %6, align 8
  %8 = trunc i64 %7 to i32
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, -1
  br i1 %11, label %12, label %95
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 276
  %16 = load i32, ptr %15, align 4
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %18, label %95
18:
  %19 = insertelement <16 x i32> poison, i32 %8, i64 0
  %20 = shufflevector <16 x i32> %19, <16 x i32> poison, <16 x i32> zeroinitializer
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %0, i64 %22
  %24 = load <16 x i32>, ptr %23, align 64
  %25 = add <16 x i32> %24, %20
  %26 = getelementptr inbounds nuw i8, ptr %23, i64 64
  %27 = load <16 x i32>, ptr %26, align 64
  %28 = add <16 x i32> %27, %20
  %29 = getelementptr inbounds nuw i8, ptr %23, i64 128
  %30 = load <16 x i32>, ptr %29, align 64
  %31 = add <16 x i32> %30, %20
  %32 = getelementptr inbounds nuw i8, ptr %23, i64 192
  %33 = load <16 x i32>, ptr %32, align 64
  %34 = add <16 x i32> %33, %20
  %35 = shufflevector <16 x i32> %25, <16 x i32> poison, <16 x i32> zeroinitializer
  %36 = icmp ne <16 x i32> %25, %35
  %37 = icmp ne <16 x i32> %28, %35
  %38 = or <16 x i1> %36, %37
  %39 = icmp ne <16 x i32> %31, %35
  %40 = or <16 x i1> %38, %39
  %41 = icmp ne <16 x i32> %34, %35
  %42 = or <16 x i1> %40, %41
  %43 = bitcast <16 x i1> %42 to i16
  %44 = icmp eq i16 %43, 0
  br i1 %44, label %45, label %95
45:
  %46 = extractelement <16 x i32> %25, i64 0
  %47 = zext i32 %46 to i64
  %48 = add nuw nsw i64 %47, 16
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %50 = load i32, ptr %49, align 8
  %51 = zext i32 %50 to i64
  %52 = icmp samesign ugt i64 %48, %51
  br i1 %52, label %95, label %53
53:
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds nuw i8, ptr %55, i64 %47
  %57 = load i32, ptr %56, align 1
  %58 = getelementptr inbounds nuw i8, ptr %56, i64 4
  %59 = load i32, ptr %58, align 1
  %60 = getelementptr inbounds nuw i8, ptr %56, i64 8
  %61 = load i32, ptr %60, align 1
  %62 = getelementptr inbounds nuw i8, ptr %56, i64 12
  %63 = load i32, ptr %62, align 1
  %64 = insertelement <16 x i32> poison, i32 %57, i64 0
  %65 = shufflevector <16 x i32> %64, <16 x i32> poison, <16 x i32> zeroinitializer
  %66 = zext i32 %5 to i64
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 %66
  store <16 x i32> %65, ptr %67, align 64
  %68 = getelementptr inbounds nuw i8, ptr %67, i64 64
  store <16 x i32> %65, ptr %68, align 64
  %69 = getelementptr inbounds nuw i8, ptr %67, i64 128
  store <16 x i32> %65, ptr %69, align 64
  %70 = getelementptr inbounds nuw i8, ptr %67, i64 192
  store <16 x i32> %65, ptr %70, align 64
  %71 = insertelement <16 x i32> poison, i32 %59, i64 0
  %72 = shufflevector <16 x i32> %71, <16 x i32> poison, <16 x i32> zeroinitializer
  %73 = add i32 %5, 256
  %74 = zext i32 %73 to i64
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 %74
  store <16 x i32> %72, ptr %75, align 64
  %76 = getelementptr inbounds nuw i8, ptr %75, i64 64
  store <16 x i32> %72, ptr %76, align 64
  %77 = getelementptr inbounds nuw i8, ptr %75, i64 128
  store <16 x i32> %72, ptr %77, align 64
  %78 = getelementptr inbounds nuw i8, ptr %75, i64 192
  store <16 x i32> %72, ptr %78, align 64
  %79 = insertelement <16 x i32> poison, i32 %61, i64 0
  %80 = shufflevector <16 x i32> %79, <16 x i32> poison, <16 x i32> zeroinitializer
  %81 = add i32 %5, 512
  %82 = zext i32 %81 to i64
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 %82
  store <16 x i32> %80, ptr %83, align 64
  %84 = getelementptr inbounds nuw i8, ptr %83, i64 64
  store <16 x i32> %80, ptr %84, align 64
  %85 = getelementptr inbounds nuw i8, ptr %83, i64 128
  store <16 x i32> %80, ptr %85, align 64
  %86 = getelementptr inbounds nuw i8, ptr %83, i64 192
  store <16 x i32> %80, ptr %86, align 64
  %87 = insertelement <16 x i32> poison, i32 %63, i64 0
  %88 = shufflevector <16 x i32> %87, <16 x i32> poison, <16 x i32> zeroinitializer
  %89 = add i32 %5, 768
  %90 = zext i32 %89 to i64
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 %90
  store <16 x i32> %88, ptr %91, align 64
  %92 = getelementptr inbounds nuw i8, ptr %91, i64 64
  store <16 x i32> %88, ptr %92, align 64
  %93 = getelementptr inbounds nuw i8, ptr %91, i64 128
  store <16 x i32> %88, ptr %93, align 64
  %94 = getelementptr inbounds nuw i8, ptr %91, i64 192
  store <16 x i32> %88, ptr %94, align 64
  br label %286
95:
  %96 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %97 = load i64, ptr %96, align 8
  %98 = trunc i64 %97 to i32
  %99 = call fastcc i32 @local_lanes(ptr nonnull %0, ptr nonnull %1, ptr %3, i32 %98, i32 %8, i32 16, i32 1, i32 0)
  %100 = icmp eq i32 %99, 0
  br i1 %100, label %289, label %101
101:
  %102 = load i32, ptr %4, align 8
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %104 = load ptr, ptr %103, align 8
  %105 = ptrtoint ptr %104 to i64
  %106 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %107 = load i64, ptr %106, align 8
  switch i64 %107, label %108 [
    i64 -1, label %111
    i64 0, label %286
  ]
108:
  %109 = zext i32 %102 to i64
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 %109
  br label %264
111:
  %112 = zext i32 %102 to i64
  %113 = getelementptr inbounds nuw i8, ptr %0, i64 %112
  %114 = add i32 %102, 256
  %115 = zext i32 %114 to i64
  %116 = getelementptr inbounds nuw i8, ptr %0, i64 %115
  %117 = add i32 %102, 512
  %118 = zext i32 %117 to i64
  %119 = getelementptr inbounds nuw i8, ptr %0, i64 %118
  %120 = add i32 %102, 768
  %121 = zext i32 %120 to i64
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 %121
  br label %123
123:
  %124 = phi i64 [ 0, %111 ], [ %262, %123 ]
  %125 = shl nuw nsw i64 %124, 4
  %126 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %127 = load i32, ptr %126, align 64
  %128 = zext i32 %127 to i64
  %129 = add i64 %128, %105
  %130 = inttoptr i64 %129 to ptr
  %131 = load <4 x i32>, ptr %130, align 1
  %132 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %133 = getelementptr inbounds nuw i8, ptr %132, i64 4
  %134 = load i32, ptr %133, align 4
  %135 = zext i32 %134 to i64
  %136 = add i64 %135, %105
  %137 = inttoptr i64 %136 to ptr
  %138 = load <4 x i32>, ptr %137, align 1
  %139 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %140 = getelementptr inbounds nuw i8, ptr %139, i64 8
  %141 = load i32, ptr %140, align 8
  %142 = zext i32 %141 to i64
  %143 = add i64 %142, %105
  %144 = inttoptr i64 %143 to ptr
  %145 = load <4 x i32>, ptr %144, align 1
  %146 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %147 = getelementptr inbounds nuw i8, ptr %146, i64 12
  %148 = load i32, ptr %147, align 4
  %149 = zext i32 %148 to i64
  %150 = add i64 %149, %105
  %151 = inttoptr i64 %150 to ptr
  %152 = load <4 x i32>, ptr %151, align 1
  %153 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %154 = getelementptr inbounds nuw i8, ptr %153, i64 16
  %155 = load i32, ptr %154, align 16
  %156 = zext i32 %155 to i64
  %157 = add i64 %156, %105
  %158 = inttoptr i64 %157 to ptr
  %159 = load <4 x i32>, ptr %158, align 1
  %160 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %161 = getelementptr inbounds nuw i8, ptr %160, i64 20
  %162 = load i32, ptr %161, align 4
  %163 = zext i32 %162 to i64
  %164 = add i64 %163, %105
  %165 = inttoptr i64 %164 to ptr
  %166 = load <4 x i32>, ptr %165, align 1
  %167 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %168 = getelementptr inbounds nuw i8, ptr %167, i64 24
  %169 = load i32, ptr %168, align 8
  %170 = zext i32 %169 to i64
  %171 = add i64 %170, %105
  %172 = inttoptr i64 %171 to ptr
  %173 = load <4 x i32>, ptr %172, align 1
  %174 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %175 = getelementptr inbounds nuw i8, ptr %174, i64 28
  %176 = load i32, ptr %175, align 4
  %177 = zext i32 %176 to i64
  %178 = add i64 %177, %105
  %179 = inttoptr i64 %178 to ptr
  %180 = load <4 x i32>, ptr %179, align 1
  %181 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %182 = getelementptr inbounds nuw i8, ptr %181, i64 32
  %183 = load i32, ptr %182, align 32
  %184 = zext i32 %183 to i64
  %185 = add i64 %184, %105
  %186 = inttoptr i64 %185 to ptr
  %187 = load <4 x i32>, ptr %186, align 1
  %188 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %189 = getelementptr inbounds nuw i8, ptr %188, i64 36
  %190 = load i32, ptr %189, align 4
  %191 = zext i32 %190 to i64
  %192 = add i64 %191, %105
  %193 = inttoptr i64 %192 to ptr
  %194 = load <4 x i32>, ptr %193, align 1
  %195 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %196 = getelementptr inbounds nuw i8, ptr %195, i64 40
  %197 = load i32, ptr %196, align 8
  %198 = zext i32 %197 to i64
  %199 = add i64 %198, %105
  %200 = inttoptr i64 %199 to ptr
  %201 = load <4 x i32>, ptr %200, align 1
  %202 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %203 = getelementptr inbounds nuw i8, ptr %202, i64 44
  %204 = load i32, ptr %203, align 4
  %205 = zext i32 %204 to i64
  %206 = add i64 %205, %105
  %207 = inttoptr i64 %206 to ptr
  %208 = load <4 x i32>, ptr %207, align 1
  %209 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %210 = getelementptr inbounds nuw i8, ptr %209, i64 48
  %211 = load i32, ptr %210, align 16
  %212 = zext i32 %211 to i64
  %213 = add i64 %212, %105
  %214 = inttoptr i64 %213 to ptr
  %215 = load <4 x i32>, ptr %214, align 1
  %216 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %217 = getelementptr inbounds nuw i8, ptr %216, i64 52
  %218 = load i32, ptr %217, align 4
  %219 = zext i32 %218 to i64
  %220 = add i64 %219, %105
  %221 = inttoptr i64 %220 to ptr
  %222 = load <4 x i32>, ptr %221, align 1
  %223 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %224 = getelementptr inbounds nuw i8, ptr %223, i64 56
  %225 = load i32, ptr %224, align 8
  %226 = zext i32 %225 to i64
  %227 = add i64 %226, %105
  %228 = inttoptr i64 %227 to ptr
  %229 = load <4 x i32>, ptr %228, align 1
  %230 = getelementptr inbounds nuw i32, ptr %3, i64 %125
  %231 = getelementptr inbounds nuw i8, ptr %230, i64 60
  %232 = load i32, ptr %231, align 4
  %233 = zext i32 %232 to i64
  %234 = add i64 %233, %105
  %235 = inttoptr i64 %234 to ptr
  %236 = load <4 x i32>, ptr %235, align 1
  %237 = shufflevector <4 x i32> %131, <4 x i32> %159, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %238 = shufflevector <4 x i32> %187, <4 x i32> %215, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %239 = shufflevector <8 x i32> %237, <8 x i32> %238, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %240 = shufflevector <4 x i32> %138, <4 x i32> %166, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %241 = shufflevector <4 x i32> %194, <4 x i32> %222, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %242 = shufflevector <8 x i32> %240, <8 x i32> %241, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %243 = shufflevector <4 x i32> %145, <4 x i32> %173, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %244 = shufflevector <4 x i32> %201, <4 x i32> %229, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %245 = shufflevector <8 x i32> %243, <8 x i32> %244, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %246 = shufflevector <4 x i32> %152, <4 x i32> %180, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %247 = shufflevector <4 x i32> %208, <4 x i32> %236, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %248 = shufflevector <8 x i32> %246, <8 x i32> %247, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %249 = shufflevector <16 x i32> %239, <16 x i32> %242, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20, i32 5, i32 21, i32 8, i32 24, i32 9, i32 25, i32 12, i32 28, i32 13, i32 29>
  %250 = shufflevector <16 x i32> %239, <16 x i32> %242, <16 x i32> <i32 2, i32 18, i32 3, i32 19, i32 6, i32 22, i32 7, i32 23, i32 10, i32 26, i32 11, i32 27, i32 14, i32 30, i32 15, i32 31>
  %251 = shufflevector <16 x i32> %245, <16 x i32> %248, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20, i32 5, i32 21, i32 8, i32 24, i32 9, i32 25, i32 12, i32 28, i32 13, i32 29>
  %252 = shufflevector <16 x i32> %245, <16 x i32> %248, <16 x i32> <i32 2, i32 18, i32 3, i32 19, i32 6, i32 22, i32 7, i32 23, i32 10, i32 26, i32 11, i32 27, i32 14, i32 30, i32 15, i32 31>
  %253 = shufflevector <16 x i32> %249, <16 x i32> %251, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %254 = shl nuw nsw i64 %124, 6
  %255 = getelementptr inbounds nuw i8, ptr %113, i64 %254
  store <16 x i32> %253, ptr %255, align 64
  %256 = shufflevector <16 x i32> %249, <16 x i32> %251, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %257 = getelementptr inbounds nuw i8, ptr %116, i64 %254
  store <16 x i32> %256, ptr %257, align 64
  %258 = shufflevector <16 x i32> %250, <16 x i32> %252, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %259 = getelementptr inbounds nuw i8, ptr %119, i64 %254
  store <16 x i32> %258, ptr %259, align 64
  %260 = shufflevector <16 x i32> %250, <16 x i32> %252, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %261 = getelementptr inbounds nuw i8, ptr %122, i64 %254
  store <16 x i32> %260, ptr %261, align 64
  %262 = add nuw nsw i64 %124, 1
  %263 = icmp eq i64 %262, 4
  br i1 %263, label %286, label %123
264:
  %265 = phi i64 [ %107, %108 ], [ %284, %264 ]
  %266 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %265, i1 true)
  %267 = getelementptr inbounds nuw i32, ptr %3, i64 %266
  %268 = load i32, ptr %267, align 4
  %269 = zext i32 %268 to i64
  %270 = add i64 %269, %105
  %271 = inttoptr i64 %270 to ptr
  %272 = getelementptr inbounds nuw i32, ptr %110, i64 %266
  %273 = load i32, ptr %271, align 1
  store i32 %273, ptr %272, align 4
  %274 = getelementptr inbounds nuw i8, ptr %271, i64 4
  %275 = load i32, ptr %274, align 1
  %276 = getelementptr inbounds nuw i8, ptr %272, i64 256
  store i32 %275, ptr %276, align 4
  %277 = getelementptr inbounds nuw i8, ptr %271, i64 8
  %278 = load i32, ptr %277, align 1
  %279 = getelementptr inbounds nuw i8, ptr %272, i64 512
  store i32 %278, ptr %279, align 4
  %280 = getelementptr inbounds nuw i8, ptr %271, i64 12
  %281 = load i32, ptr %280, align 1
  %282 = getelementptr inbounds nuw i8, ptr %272, i64 768
  store i32 %281, ptr %282, align 4
  %283 = add i64 %265, -1
  %284 = and i64 %283, %265
  %285 = icmp eq i64 %284, 0
  br i1 %285, label %286, label %264
286:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %287 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %288 = load ptr, ptr %287, align 8
  musttail call preserve_nonecc void %288(ptr nonnull %0, ptr nonnull %287)
  ret void
289:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_write_x1(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 4, i32 0, i32 1)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %121, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %16 = load ptr, ptr %15, align 8
  %17 = ptrtoint ptr %16 to i64
  %18 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %19 = load i64, ptr %18, align 8
  switch i64 %19, label %102 [
    i64 -1, label %20
    i64 0, label %118
  ]
20:
  %21 = load i32, ptr %3, align 64
  %22 = getelementptr inbounds nuw i8, ptr %3, i64 252
  %23 = load i32, ptr %22, align 4
  %24 = add i32 %21, 252
  %25 = icmp eq i32 %23, %24
  br i1 %25, label %26, label %102
26:
  %27 = insertelement <8 x i32> poison, i32 %21, i64 0
  %28 = shufflevector <8 x i32> %27, <8 x i32> poison, <8 x i32> zeroinitializer
  %29 = add <8 x i32> %28, <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %30 = load <8 x i32>, ptr %3, align 64
  %31 = xor <8 x i32> %30, %29
  %32 = add <8 x i32> %28, <i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %33 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %34 = load <8 x i32>, ptr %33, align 32
  %35 = xor <8 x i32> %34, %32
  %36 = or <8 x i32> %35, %31
  %37 = add <8 x i32> %28, <i32 64, i32 68, i32 72, i32 76, i32 80, i32 84, i32 88, i32 92>
  %38 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %39 = load <8 x i32>, ptr %38, align 64
  %40 = xor <8 x i32> %39, %37
  %41 = or <8 x i32> %40, %36
  %42 = add <8 x i32> %28, <i32 96, i32 100, i32 104, i32 108, i32 112, i32 116, i32 120, i32 124>
  %43 = getelementptr inbounds nuw i8, ptr %3, i64 96
  %44 = load <8 x i32>, ptr %43, align 32
  %45 = xor <8 x i32> %44, %42
  %46 = or <8 x i32> %45, %41
  %47 = add <8 x i32> %28, <i32 128, i32 132, i32 136, i32 140, i32 144, i32 148, i32 152, i32 156>
  %48 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %49 = load <8 x i32>, ptr %48, align 64
  %50 = xor <8 x i32> %49, %47
  %51 = or <8 x i32> %50, %46
  %52 = add <8 x i32> %28, <i32 160, i32 164, i32 168, i32 172, i32 176, i32 180, i32 184, i32 188>
  %53 = getelementptr inbounds nuw i8, ptr %3, i64 160
  %54 = load <8 x i32>, ptr %53, align 32
  %55 = xor <8 x i32> %54, %52
  %56 = or <8 x i32> %55, %51
  %57 = add <8 x i32> %28, <i32 192, i32 196, i32 200, i32 204, i32 208, i32 212, i32 216, i32 220>
  %58 = getelementptr inbounds nuw i8, ptr %3, i64 192
  %59 = load <8 x i32>, ptr %58, align 64
  %60 = xor <8 x i32> %59, %57
  %61 = or <8 x i32> %60, %56
  %62 = add <8 x i32> %28, <i32 224, i32 228, i32 232, i32 236, i32 240, i32 244, i32 248, i32 252>
  %63 = getelementptr inbounds nuw i8, ptr %3, i64 224
  %64 = load <8 x i32>, ptr %63, align 32
  %65 = xor <8 x i32> %64, %62
  %66 = or <8 x i32> %65, %61
  %67 = shufflevector <8 x i32> %66, <8 x i32> poison, <8 x i32> <i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %68 = shufflevector <8 x i32> %66, <8 x i32> poison, <8 x i32> <i32 2, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %69 = or <8 x i32> %67, %68
  %70 = shufflevector <8 x i32> %66, <8 x i32> poison, <8 x i32> <i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %71 = or <8 x i32> %69, %70
  %72 = shufflevector <8 x i32> %66, <8 x i32> poison, <8 x i32> <i32 4, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %73 = or <8 x i32> %71, %72
  %74 = shufflevector <8 x i32> %66, <8 x i32> poison, <8 x i32> <i32 5, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %75 = or <8 x i32> %73, %74
  %76 = shufflevector <8 x i32> %66, <8 x i32> poison, <8 x i32> <i32 6, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %77 = or <8 x i32> %75, %76
  %78 = shufflevector <8 x i32> %66, <8 x i32> poison, <8 x i32> <i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %79 = or <8 x i32> %77, %78
  %80 = or <8 x i32> %79, %66
  %81 = extractelement <8 x i32> %80, i64 0
  %82 = icmp eq i32 %81, 0
  br i1 %82, label %83, label %102
83:
  %84 = and i64 %14, 4294967295
  %85 = getelementptr inbounds nuw i8, ptr %0, i64 %84
  %86 = zext i32 %21 to i64
  %87 = add i64 %86, %17
  %88 = load <16 x i32>, ptr %85, align 64
  %89 = inttoptr i64 %87 to ptr
  store <16 x i32> %88, ptr %89, align 1
  %90 = getelementptr inbounds nuw i8, ptr %85, i64 64
  %91 = load <16 x i32>, ptr %90, align 64
  %92 = add i64 %87, 64
  %93 = inttoptr i64 %92 to ptr
  store <16 x i32> %91, ptr %93, align 1
  %94 = getelementptr inbounds nuw i8, ptr %85, i64 128
  %95 = load <16 x i32>, ptr %94, align 64
  %96 = add i64 %87, 128
  %97 = inttoptr i64 %96 to ptr
  store <16 x i32> %95, ptr %97, align 1
  %98 = getelementptr inbounds nuw i8, ptr %85, i64 192
  %99 = load <16 x i32>, ptr %98, align 64
  %100 = add i64 %87, 192
  %101 = inttoptr i64 %100 to ptr
  store <16 x i32> %99, ptr %101, align 1
  br label %118
102:
  %103 = and i64 %14, 4294967295
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 %103
  br label %105
105:
  %106 = phi i64 [ %19, %102 ], [ %116, %105 ]
  %107 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %106, i1 true)
  %108 = getelementptr inbounds nuw i32, ptr %104, i64 %107
  %109 = getelementptr inbounds nuw i32, ptr %3, i64 %107
  %110 = load i32, ptr %109, align 4
  %111 = zext i32 %110 to i64
  %112 = add i64 %111, %17
  %113 = inttoptr i64 %112 to ptr
  %114 = load i32, ptr %108, align 4
  store i32 %114, ptr %113, align 1
  %115 = add i64 %106, -1
  %116 = and i64 %115, %106
  %117 = icmp eq i64 %116, 0
  br i1 %117, label %118, label %105
118:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %119 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %120 = load ptr, ptr %119, align 8
  musttail call preserve_nonecc void %120(ptr nonnull %0, ptr nonnull %119)
  ret void
121:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_write_x2(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 8, i32 0, i32 1)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %43, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %14 = load ptr, ptr %13, align 8
  %15 = ptrtoint ptr %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %40, label %19
19:
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %21 = load i64, ptr %20, align 8
  %22 = and i64 %21, 4294967295
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 %22
  br label %24
24:
  %25 = phi i64 [ %17, %19 ], [ %38, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %23, i64 %26
  %28 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  %31 = add i64 %30, %15
  %32 = inttoptr i64 %31 to ptr
  %33 = load i32, ptr %27, align 4
  store i32 %33, ptr %32, align 1
  %34 = getelementptr inbounds nuw i8, ptr %27, i64 256
  %35 = load i32, ptr %34, align 4
  %36 = getelementptr inbounds nuw i8, ptr %32, i64 4
  store i32 %35, ptr %36, align 1
  %37 = add i64 %25, -1
  %38 = and i64 %37, %25
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %40, label %24
40:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %41 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %42 = load ptr, ptr %41, align 8
  musttail call preserve_nonecc void %42(ptr nonnull %0, ptr nonnull %41)
  ret void
43:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_write_x3(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 12, i32 0, i32 1)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %46, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %14 = load ptr, ptr %13, align 8
  %15 = ptrtoint ptr %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %43, label %19
19:
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %21 = load i64, ptr %20, align 8
  %22 = and i64 %21, 4294967295
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 %22
  br label %24
24:
  %25 = phi i64 [ %17, %19 ], [ %41, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %23, i64 %26
  %28 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  %31 = add i64 %30, %15
  %32 = inttoptr i64 %31 to ptr
  %33 = load i32, ptr %27, align 4
  store i32 %33, ptr %32, align 1
  %34 = getelementptr inbounds nuw i8, ptr %27, i64 256
  %35 = load i32, ptr %34, align 4
  %36 = getelementptr inbounds nuw i8, ptr %32, i64 4
  store i32 %35, ptr %36, align 1
  %37 = getelementptr inbounds nuw i8, ptr %27, i64 512
  %38 = load i32, ptr %37, align 4
  %39 = getelementptr inbounds nuw i8, ptr %32, i64 8
  store i32 %38, ptr %39, align 1
  %40 = add i64 %25, -1
  %41 = and i64 %40, %25
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %43, label %24
43:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %44 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %45 = load ptr, ptr %44, align 8
  musttail call preserve_nonecc void %45(ptr nonnull %0, ptr nonnull %44)
  ret void
46:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_write_x4(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 16, i32 0, i32 1)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %49, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %14 = load ptr, ptr %13, align 8
  %15 = ptrtoint ptr %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %46, label %19
19:
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %21 = load i64, ptr %20, align 8
  %22 = and i64 %21, 4294967295
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 %22
  br label %24
24:
  %25 = phi i64 [ %17, %19 ], [ %44, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %23, i64 %26
  %28 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  %31 = add i64 %30, %15
  %32 = inttoptr i64 %31 to ptr
  %33 = load i32, ptr %27, align 4
  store i32 %33, ptr %32, align 1
  %34 = getelementptr inbounds nuw i8, ptr %27, i64 256
  %35 = load i32, ptr %34, align 4
  %36 = getelementptr inbounds nuw i8, ptr %32, i64 4
  store i32 %35, ptr %36, align 1
  %37 = getelementptr inbounds nuw i8, ptr %27, i64 512
  %38 = load i32, ptr %37, align 4
  %39 = getelementptr inbounds nuw i8, ptr %32, i64 8
  store i32 %38, ptr %39, align 1
  %40 = getelementptr inbounds nuw i8, ptr %27, i64 768
  %41 = load i32, ptr %40, align 4
  %42 = getelementptr inbounds nuw i8, ptr %32, i64 12
  store i32 %41, ptr %42, align 1
  %43 = add i64 %25, -1
  %44 = and i64 %43, %25
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %46, label %24
46:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %47 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %48 = load ptr, ptr %47, align 8
  musttail call preserve_nonecc void %48(ptr nonnull %0, ptr nonnull %47)
  ret void
49:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_read2_x1(ptr %0, ptr %1) {
  %3 = alloca [64 x i32], align 64
  %4 = alloca [64 x i32], align 64
  %5 = alloca %struct.LocalLanes, align 64
  %6 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %11 = load i64, ptr %10, align 8
  %12 = icmp sge i64 %11, %9
  %13 = add i32 %8, 512
  %14 = zext i32 %13 to i64
  %15 = icmp samesign ult i64 %11, %14
  %16 = select i1 %12, i1 %15, i1 false
  br i1 %16, label %241, label %17
17:
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %19 = load i64, ptr %18, align 8
  %20 = trunc i64 %19 to i32
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, -1
  br i1 %23, label %24, label %241
24:
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 276
  %28 = load i32, ptr %27, align 4
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %241
30:
  %31 = insertelement <16 x i32> poison, i32 %20, i64 0
  %32 = shufflevector <16 x i32> %31, <16 x i32> poison, <16 x i32> zeroinitializer
  %33 = getelementptr inbounds i8, ptr %0, i64 %11
  %34 = load <16 x i32>, ptr %33, align 64
  %35 = add <16 x i32> %34, %32
  %36 = getelementptr inbounds nuw i8, ptr %33, i64 64
  %37 = load <16 x i32>, ptr %36, align 64
  %38 = add <16 x i32> %37, %32
  %39 = getelementptr inbounds nuw i8, ptr %33, i64 128
  %40 = load <16 x i32>, ptr %39, align 64
  %41 = add <16 x i32> %40, %32
  %42 = getelementptr inbounds nuw i8, ptr %33, i64 192
  %43 = load <16 x i32>, ptr %42, align 64
  %44 = add <16 x i32> %43, %32
  %45 = shufflevector <16 x i32> %35, <16 x i32> poison, <16 x i32> zeroinitializer
  %46 = icmp ne <16 x i32> %35, %45
  %47 = icmp ne <16 x i32> %38, %45
  %48 = or <16 x i1> %46, %47
  %49 = icmp ne <16 x i32> %41, %45
  %50 = or <16 x i1> %48, %49
  %51 = icmp ne <16 x i32> %44, %45
  %52 = or <16 x i1> %50, %51
  %53 = bitcast <16 x i1> %52 to i16
  %54 = icmp eq i16 %53, 0
  br i1 %54, label %55, label %73
55:
  %56 = extractelement <16 x i32> %35, i64 0
  %57 = zext i32 %56 to i64
  %58 = add nuw nsw i64 %57, 4
  %59 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %60 = load i32, ptr %59, align 8
  %61 = zext i32 %60 to i64
  %62 = icmp samesign ugt i64 %58, %61
  br i1 %62, label %241, label %63
63:
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %65 = load ptr, ptr %64, align 8
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 %57
  %67 = load i32, ptr %66, align 1
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %69 = insertelement <16 x i32> poison, i32 %67, i64 0
  %70 = shufflevector <16 x i32> %69, <16 x i32> poison, <16 x i32> zeroinitializer
  store <16 x i32> %70, ptr %68, align 64
  %71 = getelementptr inbounds nuw i8, ptr %68, i64 64
  store <16 x i32> %70, ptr %71, align 64
  %72 = getelementptr inbounds nuw i8, ptr %68, i64 128
  store <16 x i32> %70, ptr %72, align 64
  br label %124
73:
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %75 = load i32, ptr %74, align 8
  %76 = icmp ult i32 %75, 4
  br i1 %76, label %241, label %77
77:
  %78 = add i32 %75, -4
  %79 = insertelement <16 x i32> poison, i32 %78, i64 0
  %80 = shufflevector <16 x i32> %79, <16 x i32> poison, <16 x i32> zeroinitializer
  %81 = icmp ugt <16 x i32> %35, %80
  %82 = and <16 x i32> %35, splat (i32 3)
  %83 = select <16 x i1> %81, <16 x i32> splat (i32 -1), <16 x i32> %82
  %84 = icmp ugt <16 x i32> %38, %80
  %85 = and <16 x i32> %38, splat (i32 3)
  %86 = select <16 x i1> %84, <16 x i32> splat (i32 -1), <16 x i32> %85
  %87 = or <16 x i32> %86, %83
  %88 = icmp ugt <16 x i32> %41, %80
  %89 = and <16 x i32> %41, splat (i32 3)
  %90 = select <16 x i1> %88, <16 x i32> splat (i32 -1), <16 x i32> %89
  %91 = or <16 x i32> %90, %87
  %92 = icmp ugt <16 x i32> %44, %80
  %93 = and <16 x i32> %44, splat (i32 3)
  %94 = select <16 x i1> %92, <16 x i32> splat (i32 -1), <16 x i32> %93
  %95 = or <16 x i32> %94, %91
  %96 = icmp ne <16 x i32> %95, zeroinitializer
  %97 = bitcast <16 x i1> %96 to i16
  %98 = icmp eq i16 %97, 0
  br i1 %98, label %99, label %241
99:
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %101 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %102 = load ptr, ptr %100, align 8
  %103 = lshr <16 x i32> %35, splat (i32 2)
  %104 = zext nneg <16 x i32> %103 to <16 x i64>
  %105 = getelementptr i32, ptr %102, <16 x i64> %104
  %106 = tail call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %105, <16 x i1> splat (i1 true), <16 x i32> poison)
  store <16 x i32> %106, ptr %101, align 64
  %107 = load ptr, ptr %100, align 8
  %108 = lshr <16 x i32> %38, splat (i32 2)
  %109 = zext nneg <16 x i32> %108 to <16 x i64>
  %110 = getelementptr i32, ptr %107, <16 x i64> %109
  %111 = tail call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %110, <16 x i1> splat (i1 true), <16 x i32> poison)
  %112 = getelementptr inbounds nuw i8, ptr %101, i64 64
  store <16 x i32> %111, ptr %112, align 64
  %113 = load ptr, ptr %100, align 8
  %114 = lshr <16 x i32> %41, splat (i32 2)
  %115 = zext nneg <16 x i32> %114 to <16 x i64>
  %116 = getelementptr i32, ptr %113, <16 x i64> %115
  %117 = tail call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %116, <16 x i1> splat (i1 true), <16 x i32> poison)
  %118 = getelementptr inbounds nuw i8, ptr %101, i64 128
  store <16 x i32> %117, ptr %118, align 64
  %119 = load ptr, ptr %100, align 8
  %120 = lshr <16 x i32> %44, splat (i32 2)
  %121 = zext nneg <16 x i32> %120 to <16 x i64>
  %122 = getelementptr i32, ptr %119, <16 x i64> %121
  %123 = tail call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %122, <16 x i1> splat (i1 true), <16 x i32> poison)
  br label %124
124:
  %125 = phi <16 x i32> [ %123, %99 ], [ %70, %63 ]
  %126 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %127 = getelementptr inbounds nuw i8, ptr %126, i64 192
  store <16 x i32> %125, ptr %127, align 64
  %128 = load i32, ptr %7, align 8
  %129 = add i32 %128, 256
  %130 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %131 = load i64, ptr %130, align 8
  %132 = trunc i64 %131 to i32
  %133 = load i64, ptr %21, align 8
  %134 = icmp eq i64 %133, -1
  br i1 %134, label %137, label %135
135:
  %136 = load i64, ptr %10, align 8
  br label %241
137:
  %138 = load ptr, ptr %25, align 8
  %139 = getelementptr inbounds nuw i8, ptr %138, i64 276
  %140 = load i32, ptr %139, align 4
  %141 = icmp eq i32 %140, 0
  %142 = load i64, ptr %10, align 8
  br i1 %141, label %143, label %241
143:
  %144 = insertelement <16 x i32> poison, i32 %132, i64 0
  %145 = shufflevector <16 x i32> %144, <16 x i32> poison, <16 x i32> zeroinitializer
  %146 = getelementptr inbounds i8, ptr %0, i64 %142
  %147 = load <16 x i32>, ptr %146, align 64
  %148 = add <16 x i32> %147, %145
  %149 = getelementptr inbounds nuw i8, ptr %146, i64 64
  %150 = load <16 x i32>, ptr %149, align 64
  %151 = add <16 x i32> %150, %145
  %152 = getelementptr inbounds nuw i8, ptr %146, i64 128
  %153 = load <16 x i32>, ptr %152, align 64
  %154 = add <16 x i32> %153, %145
  %155 = getelementptr inbounds nuw i8, ptr %146, i64 192
  %156 = load <16 x i32>, ptr %155, align 64
  %157 = add <16 x i32> %156, %145
  %158 = shufflevector <16 x i32> %148, <16 x i32> poison, <16 x i32> zeroinitializer
  %159 = icmp ne <16 x i32> %148, %158
  %160 = icmp ne <16 x i32> %151, %158
  %161 = or <16 x i1> %159, %160
  %162 = icmp ne <16 x i32> %154, %158
  %163 = or <16 x i1> %161, %162
  %164 = icmp ne <16 x i32> %157, %158
  %165 = or <16 x i1> %163, %164
  %166 = bitcast <16 x i1> %165 to i16
  %167 = icmp eq i16 %166, 0
  br i1 %167, label %168, label %188
168:
  %169 = extractelement <16 x i32> %148, i64 0
  %170 = zext i32 %169 to i64
  %171 = add nuw nsw i64 %170, 4
  %172 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %173 = load i32, ptr %172, align 8
  %174 = zext i32 %173 to i64
  %175 = icmp samesign ugt i64 %171, %174
  br i1 %175, label %241, label %176
176:
  %177 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %178 = load ptr, ptr %177, align 8
  %179 = getelementptr inbounds nuw i8, ptr %178, i64 %170
  %180 = load i32, ptr %179, align 1
  %181 = zext i32 %129 to i64
  %182 = getelementptr inbounds nuw i8, ptr %0, i64 %181
  %183 = insertelement <16 x i32> poison, i32 %180, i64 0
  %184 = shufflevector <16 x i32> %183, <16 x i32> poison, <16 x i32> zeroinitializer
  store <16 x i32> %184, ptr %182, align 64
  %185 = getelementptr inbounds nuw i8, ptr %182, i64 64
  store <16 x i32> %184, ptr %185, align 64
  %186 = getelementptr inbounds nuw i8, ptr %182, i64 128
  store <16 x i32> %184, ptr %186, align 64
  %187 = getelementptr inbounds nuw i8, ptr %182, i64 192
  store <16 x i32> %184, ptr %187, align 64
  br label %629
188:
  %189 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %190 = load i32, ptr %189, align 8
  %191 = icmp ult i32 %190, 4
  br i1 %191, label %241, label %192
192:
  %193 = add i32 %190, -4
  %194 = insertelement <16 x i32> poison, i32 %193, i64 0
  %195 = shufflevector <16 x i32> %194, <16 x i32> poison, <16 x i32> zeroinitializer
  %196 = icmp ugt <16 x i32> %148, %195
  %197 = and <16 x i32> %148, splat (i32 3)
  %198 = select <16 x i1> %196, <16 x i32> splat (i32 -1), <16 x i32> %197
  %199 = icmp ugt <16 x i32> %151, %195
  %200 = and <16 x i32> %151, splat (i32 3)
  %201 = select <16 x i1> %199, <16 x i32> splat (i32 -1), <16 x i32> %200
  %202 = or <16 x i32> %201, %198
  %203 = icmp ugt <16 x i32> %154, %195
  %204 = and <16 x i32> %154, splat (i32 3)
  %205 = select <16 x i1> %203, <16 x i32> splat (i32 -1), <16 x i32> %204
  %206 = or <16 x i32> %205, %202
  %207 = icmp ugt <16 x i32> %157, %195
  %208 = and <16 x i32> %157, splat (i32 3)
  %209 = select <16 x i1> %207, <16 x i32> splat (i32 -1), <16 x i32> %208
  %210 = or <16 x i32> %209, %206
  %211 = icmp ne <16 x i32> %210, zeroinitializer
  %212 = bitcast <16 x i1> %211 to i16
  %213 = icmp eq i16 %212, 0
  br i1 %213, label %214, label %241
214:
  %215 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %216 = zext i32 %129 to i64
  %217 = getelementptr inbounds nuw i8, ptr %0, i64 %216
  %218 = load ptr, ptr %215, align 8
  %219 = lshr <16 x i32> %148, splat (i32 2)
  %220 = zext nneg <16 x i32> %219 to <16 x i64>
  %221 = getelementptr i32, ptr %218, <16 x i64> %220
  %222 = tail call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %221, <16 x i1> splat (i1 true), <16 x i32> poison)
  store <16 x i32> %222, ptr %217, align 64
  %223 = load ptr, ptr %215, align 8
  %224 = lshr <16 x i32> %151, splat (i32 2)
  %225 = zext nneg <16 x i32> %224 to <16 x i64>
  %226 = getelementptr i32, ptr %223, <16 x i64> %225
  %227 = tail call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %226, <16 x i1> splat (i1 true), <16 x i32> poison)
  %228 = getelementptr inbounds nuw i8, ptr %217, i64 64
  store <16 x i32> %227, ptr %228, align 64
  %229 = load ptr, ptr %215, align 8
  %230 = lshr <16 x i32> %154, splat (i32 2)
  %231 = zext nneg <16 x i32> %230 to <16 x i64>
  %232 = getelementptr i32, ptr %229, <16 x i64> %231
  %233 = tail call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %232, <16 x i1> splat (i1 true), <16 x i32> poison)
  %234 = getelementptr inbounds nuw i8, ptr %217, i64 128
  store <16 x i32> %233, ptr %234, align 64
  %235 = load ptr, ptr %215, align 8
  %236 = lshr <16 x i32> %157, splat (i32 2)
  %237 = zext nneg <16 x i32> %236 to <16 x i64>
  %238 = getelementptr i32, ptr %235, <16 x i64> %237
  %239 = tail call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %238, <16 x i1> splat (i1 true), <16 x i32> poison)
  %240 = getelementptr inbounds nuw i8, ptr %217, i64 192
  store <16 x i32> %239, ptr %240, align 64
  br label %629
241:
  %242 = phi i64 [ %136, %135 ], [ %11, %2 ], [ %142, %137 ], [ %11, %17 ], [ %11, %24 ], [ %11, %73 ], [ %11, %55 ], [ %11, %77 ], [ %142, %168 ], [ %142, %192 ], [ %142, %188 ]
  %243 = trunc i64 %242 to i32
  %244 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %245 = load i64, ptr %244, align 8
  %246 = trunc i64 %245 to i32
  %247 = call fastcc i32 @local_lanes(ptr %0, ptr nonnull %1, ptr %5, i32 %243, i32 %246, i32 4, i32 1, i32 0)
  %248 = icmp eq i32 %247, 0
  br i1 %248, label %632, label %249
249:
  %250 = load i64, ptr %10, align 8
  %251 = trunc i64 %250 to i32
  %252 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %253 = load i64, ptr %252, align 8
  %254 = trunc i64 %253 to i32
  %255 = call fastcc i32 @local_lanes(ptr %0, ptr nonnull %1, ptr %6, i32 %251, i32 %254, i32 4, i32 1, i32 0)
  %256 = icmp eq i32 %255, 0
  br i1 %256, label %632, label %257
257:
  %258 = load i32, ptr %7, align 8
  %259 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %260 = load ptr, ptr %259, align 8
  %261 = ptrtoint ptr %260 to i64
  %262 = getelementptr inbounds nuw i8, ptr %5, i64 264
  %263 = load i64, ptr %262, align 8
  switch i64 %263, label %264 [
    i64 -1, label %267
    i64 0, label %443
  ]
264:
  %265 = zext i32 %258 to i64
  %266 = getelementptr inbounds nuw i8, ptr %0, i64 %265
  br label %430
267:
  %268 = load i32, ptr %5, align 64
  %269 = getelementptr inbounds nuw i8, ptr %5, i64 252
  %270 = load i32, ptr %269, align 4
  %271 = add i32 %268, 252
  %272 = icmp eq i32 %270, %271
  br i1 %272, label %273, label %349
273:
  %274 = insertelement <8 x i32> poison, i32 %268, i64 0
  %275 = shufflevector <8 x i32> %274, <8 x i32> poison, <8 x i32> zeroinitializer
  %276 = add <8 x i32> %275, <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %277 = load <8 x i32>, ptr %5, align 64
  %278 = xor <8 x i32> %277, %276
  %279 = add <8 x i32> %275, <i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %280 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %281 = load <8 x i32>, ptr %280, align 32
  %282 = xor <8 x i32> %281, %279
  %283 = or <8 x i32> %282, %278
  %284 = add <8 x i32> %275, <i32 64, i32 68, i32 72, i32 76, i32 80, i32 84, i32 88, i32 92>
  %285 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %286 = load <8 x i32>, ptr %285, align 64
  %287 = xor <8 x i32> %286, %284
  %288 = or <8 x i32> %287, %283
  %289 = add <8 x i32> %275, <i32 96, i32 100, i32 104, i32 108, i32 112, i32 116, i32 120, i32 124>
  %290 = getelementptr inbounds nuw i8, ptr %5, i64 96
  %291 = load <8 x i32>, ptr %290, align 32
  %292 = xor <8 x i32> %291, %289
  %293 = or <8 x i32> %292, %288
  %294 = add <8 x i32> %275, <i32 128, i32 132, i32 136, i32 140, i32 144, i32 148, i32 152, i32 156>
  %295 = getelementptr inbounds nuw i8, ptr %5, i64 128
  %296 = load <8 x i32>, ptr %295, align 64
  %297 = xor <8 x i32> %296, %294
  %298 = or <8 x i32> %297, %293
  %299 = add <8 x i32> %275, <i32 160, i32 164, i32 168, i32 172, i32 176, i32 180, i32 184, i32 188>
  %300 = getelementptr inbounds nuw i8, ptr %5, i64 160
  %301 = load <8 x i32>, ptr %300, align 32
  %302 = xor <8 x i32> %301, %299
  %303 = or <8 x i32> %302, %298
  %304 = add <8 x i32> %275, <i32 192, i32 196, i32 200, i32 204, i32 208, i32 212, i32 216, i32 220>
  %305 = getelementptr inbounds nuw i8, ptr %5, i64 192
  %306 = load <8 x i32>, ptr %305, align 64
  %307 = xor <8 x i32> %306, %304
  %308 = or <8 x i32> %307, %303
  %309 = add <8 x i32> %275, <i32 224, i32 228, i32 232, i32 236, i32 240, i32 244, i32 248, i32 252>
  %310 = getelementptr inbounds nuw i8, ptr %5, i64 224
  %311 = load <8 x i32>, ptr %310, align 32
  %312 = xor <8 x i32> %311, %309
  %313 = or <8 x i32> %312, %308
  %314 = shufflevector <8 x i32> %313, <8 x i32> poison, <8 x i32> <i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %315 = shufflevector <8 x i32> %313, <8 x i32> poison, <8 x i32> <i32 2, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %316 = or <8 x i32> %314, %315
  %317 = shufflevector <8 x i32> %313, <8 x i32> poison, <8 x i32> <i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %318 = or <8 x i32> %316, %317
  %319 = shufflevector <8 x i32> %313, <8 x i32> poison, <8 x i32> <i32 4, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %320 = or <8 x i32> %318, %319
  %321 = shufflevector <8 x i32> %313, <8 x i32> poison, <8 x i32> <i32 5, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %322 = or <8 x i32> %320, %321
  %323 = shufflevector <8 x i32> %313, <8 x i32> poison, <8 x i32> <i32 6, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %324 = or <8 x i32> %322, %323
  %325 = shufflevector <8 x i32> %313, <8 x i32> poison, <8 x i32> <i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %326 = or <8 x i32> %324, %325
  %327 = or <8 x i32> %326, %313
  %328 = extractelement <8 x i32> %327, i64 0
  %329 = icmp eq i32 %328, 0
  br i1 %329, label %330, label %349
330:
  %331 = zext i32 %268 to i64
  %332 = add i64 %331, %261
  %333 = zext i32 %258 to i64
  %334 = getelementptr inbounds nuw i8, ptr %0, i64 %333
  %335 = inttoptr i64 %332 to ptr
  %336 = load <16 x i32>, ptr %335, align 1
  store <16 x i32> %336, ptr %334, align 64
  %337 = add i64 %332, 64
  %338 = inttoptr i64 %337 to ptr
  %339 = load <16 x i32>, ptr %338, align 1
  %340 = getelementptr inbounds nuw i8, ptr %334, i64 64
  store <16 x i32> %339, ptr %340, align 64
  %341 = add i64 %332, 128
  %342 = inttoptr i64 %341 to ptr
  %343 = load <16 x i32>, ptr %342, align 1
  %344 = getelementptr inbounds nuw i8, ptr %334, i64 128
  store <16 x i32> %343, ptr %344, align 64
  %345 = add i64 %332, 192
  %346 = inttoptr i64 %345 to ptr
  %347 = load <16 x i32>, ptr %346, align 1
  %348 = getelementptr inbounds nuw i8, ptr %334, i64 192
  store <16 x i32> %347, ptr %348, align 64
  br label %443
349:
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  br label %363
350:
  %351 = zext i32 %258 to i64
  %352 = getelementptr inbounds nuw i8, ptr %0, i64 %351
  %353 = load <16 x i32>, ptr %3, align 64
  store <16 x i32> %353, ptr %352, align 64
  %354 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %355 = load <16 x i32>, ptr %354, align 64
  %356 = getelementptr inbounds nuw i8, ptr %352, i64 64
  store <16 x i32> %355, ptr %356, align 64
  %357 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %358 = load <16 x i32>, ptr %357, align 64
  %359 = getelementptr inbounds nuw i8, ptr %352, i64 128
  store <16 x i32> %358, ptr %359, align 64
  %360 = getelementptr inbounds nuw i8, ptr %3, i64 192
  %361 = load <16 x i32>, ptr %360, align 64
  %362 = getelementptr inbounds nuw i8, ptr %352, i64 192
  store <16 x i32> %361, ptr %362, align 64
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %443
363:
  %364 = phi i64 [ 0, %349 ], [ %428, %363 ]
  %365 = getelementptr inbounds nuw i32, ptr %5, i64 %364
  %366 = load i32, ptr %365, align 32
  %367 = zext i32 %366 to i64
  %368 = add i64 %367, %261
  %369 = inttoptr i64 %368 to ptr
  %370 = load i32, ptr %369, align 1
  %371 = getelementptr inbounds nuw i32, ptr %3, i64 %364
  store i32 %370, ptr %371, align 32
  %372 = or disjoint i64 %364, 1
  %373 = getelementptr inbounds nuw i32, ptr %5, i64 %372
  %374 = load i32, ptr %373, align 4
  %375 = zext i32 %374 to i64
  %376 = add i64 %375, %261
  %377 = inttoptr i64 %376 to ptr
  %378 = load i32, ptr %377, align 1
  %379 = getelementptr inbounds nuw i32, ptr %3, i64 %372
  store i32 %378, ptr %379, align 4
  %380 = or disjoint i64 %364, 2
  %381 = getelementptr inbounds nuw i32, ptr %5, i64 %380
  %382 = load i32, ptr %381, align 8
  %383 = zext i32 %382 to i64
  %384 = add i64 %383, %261
  %385 = inttoptr i64 %384 to ptr
  %386 = load i32, ptr %385, align 1
  %387 = getelementptr inbounds nuw i32, ptr %3, i64 %380
  store i32 %386, ptr %387, align 8
  %388 = or disjoint i64 %364, 3
  %389 = getelementptr inbounds nuw i32, ptr %5, i64 %388
  %390 = load i32, ptr %389, align 4
  %391 = zext i32 %390 to i64
  %392 = add i64 %391, %261
  %393 = inttoptr i64 %392 to ptr
  %394 = load i32, ptr %393, align 1
  %395 = getelementptr inbounds nuw i32, ptr %3, i64 %388
  store i32 %394, ptr %395, align 4
  %396 = or disjoint i64 %364, 4
  %397 = getelementptr inbounds nuw i32, ptr %5, i64 %396
  %398 = load i32, ptr %397, align 16
  %399 = zext i32 %398 to i64
  %400 = add i64 %399, %261
  %401 = inttoptr i64 %400 to ptr
  %402 = load i32, ptr %401, align 1
  %403 = getelementptr inbounds nuw i32, ptr %3, i64 %396
  store i32 %402, ptr %403, align 16
  %404 = or disjoint i64 %364, 5
  %405 = getelementptr inbounds nuw i32, ptr %5, i64 %404
  %406 = load i32, ptr %405, align 4
  %407 = zext i32 %406 to i64
  %408 = add i64 %407, %261
  %409 = inttoptr i64 %408 to ptr
  %410 = load i32, ptr %409, align 1
  %411 = getelementptr inbounds nuw i32, ptr %3, i64 %404
  store i32 %410, ptr %411, align 4
  %412 = or disjoint i64 %364, 6
  %413 = getelementptr inbounds nuw i32, ptr %5, i64 %412
  %414 = load i32, ptr %413, align 8
  %415 = zext i32 %414 to i64
  %416 = add i64 %415, %261
  %417 = inttoptr i64 %416 to ptr
  %418 = load i32, ptr %417, align 1
  %419 = getelementptr inbounds nuw i32, ptr %3, i64 %412
  store i32 %418, ptr %419, align 8
  %420 = or disjoint i64 %364, 7
  %421 = getelementptr inbounds nuw i32, ptr %5, i64 %420
  %422 = load i32, ptr %421, align 4
  %423 = zext i32 %422 to i64
  %424 = add i64 %423, %261
  %425 = inttoptr i64 %424 to ptr
  %426 = load i32, ptr %425, align 1
  %427 = getelementptr inbounds nuw i32, ptr %3, i64 %420
  store i32 %426, ptr %427, align 4
  %428 = add nuw nsw i64 %364, 8
  %429 = icmp eq i64 %428, 64
  br i1 %429, label %350, label %363
430:
  %431 = phi i64 [ %263, %264 ], [ %441, %430 ]
  %432 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %431, i1 true)
  %433 = getelementptr inbounds nuw i32, ptr %5, i64 %432
  %434 = load i32, ptr %433, align 4
  %435 = zext i32 %434 to i64
  %436 = add i64 %435, %261
  %437 = inttoptr i64 %436 to ptr
  %438 = getelementptr inbounds nuw i32, ptr %266, i64 %432
  %439 = load i32, ptr %437, align 1
  store i32 %439, ptr %438, align 4
  %440 = add i64 %431, -1
  %441 = and i64 %440, %431
  %442 = icmp eq i64 %441, 0
  br i1 %442, label %443, label %430
443:
  %444 = load i32, ptr %7, align 8
  %445 = add i32 %444, 256
  %446 = load ptr, ptr %259, align 8
  %447 = ptrtoint ptr %446 to i64
  %448 = getelementptr inbounds nuw i8, ptr %6, i64 264
  %449 = load i64, ptr %448, align 8
  switch i64 %449, label %450 [
    i64 -1, label %453
    i64 0, label %629
  ]
450:
  %451 = zext i32 %445 to i64
  %452 = getelementptr inbounds nuw i8, ptr %0, i64 %451
  br label %616
453:
  %454 = load i32, ptr %6, align 64
  %455 = getelementptr inbounds nuw i8, ptr %6, i64 252
  %456 = load i32, ptr %455, align 4
  %457 = add i32 %454, 252
  %458 = icmp eq i32 %456, %457
  br i1 %458, label %459, label %535
459:
  %460 = insertelement <8 x i32> poison, i32 %454, i64 0
  %461 = shufflevector <8 x i32> %460, <8 x i32> poison, <8 x i32> zeroinitializer
  %462 = add <8 x i32> %461, <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %463 = load <8 x i32>, ptr %6, align 64
  %464 = xor <8 x i32> %463, %462
  %465 = add <8 x i32> %461, <i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %466 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %467 = load <8 x i32>, ptr %466, align 32
  %468 = xor <8 x i32> %467, %465
  %469 = or <8 x i32> %468, %464
  %470 = add <8 x i32> %461, <i32 64, i32 68, i32 72, i32 76, i32 80, i32 84, i32 88, i32 92>
  %471 = getelementptr inbounds nuw i8, ptr %6, i64 64
  %472 = load <8 x i32>, ptr %471, align 64
  %473 = xor <8 x i32> %472, %470
  %474 = or <8 x i32> %473, %469
  %475 = add <8 x i32> %461, <i32 96, i32 100, i32 104, i32 108, i32 112, i32 116, i32 120, i32 124>
  %476 = getelementptr inbounds nuw i8, ptr %6, i64 96
  %477 = load <8 x i32>, ptr %476, align 32
  %478 = xor <8 x i32> %477, %475
  %479 = or <8 x i32> %478, %474
  %480 = add <8 x i32> %461, <i32 128, i32 132, i32 136, i32 140, i32 144, i32 148, i32 152, i32 156>
  %481 = getelementptr inbounds nuw i8, ptr %6, i64 128
  %482 = load <8 x i32>, ptr %481, align 64
  %483 = xor <8 x i32> %482, %480
  %484 = or <8 x i32> %483, %479
  %485 = add <8 x i32> %461, <i32 160, i32 164, i32 168, i32 172, i32 176, i32 180, i32 184, i32 188>
  %486 = getelementptr inbounds nuw i8, ptr %6, i64 160
  %487 = load <8 x i32>, ptr %486, align 32
  %488 = xor <8 x i32> %487, %485
  %489 = or <8 x i32> %488, %484
  %490 = add <8 x i32> %461, <i32 192, i32 196, i32 200, i32 204, i32 208, i32 212, i32 216, i32 220>
  %491 = getelementptr inbounds nuw i8, ptr %6, i64 192
  %492 = load <8 x i32>, ptr %491, align 64
  %493 = xor <8 x i32> %492, %490
  %494 = or <8 x i32> %493, %489
  %495 = add <8 x i32> %461, <i32 224, i32 228, i32 232, i32 236, i32 240, i32 244, i32 248, i32 252>
  %496 = getelementptr inbounds nuw i8, ptr %6, i64 224
  %497 = load <8 x i32>, ptr %496, align 32
  %498 = xor <8 x i32> %497, %495
  %499 = or <8 x i32> %498, %494
  %500 = shufflevector <8 x i32> %499, <8 x i32> poison, <8 x i32> <i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %501 = shufflevector <8 x i32> %499, <8 x i32> poison, <8 x i32> <i32 2, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %502 = or <8 x i32> %500, %501
  %503 = shufflevector <8 x i32> %499, <8 x i32> poison, <8 x i32> <i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %504 = or <8 x i32> %502, %503
  %505 = shufflevector <8 x i32> %499, <8 x i32> poison, <8 x i32> <i32 4, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %506 = or <8 x i32> %504, %505
  %507 = shufflevector <8 x i32> %499, <8 x i32> poison, <8 x i32> <i32 5, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %508 = or <8 x i32> %506, %507
  %509 = shufflevector <8 x i32> %499, <8 x i32> poison, <8 x i32> <i32 6, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %510 = or <8 x i32> %508, %509
  %511 = shufflevector <8 x i32> %499, <8 x i32> poison, <8 x i32> <i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %512 = or <8 x i32> %510, %511
  %513 = or <8 x i32> %512, %499
  %514 = extractelement <8 x i32> %513, i64 0
  %515 = icmp eq i32 %514, 0
  br i1 %515, label %516, label %535
516:
  %517 = zext i32 %454 to i64
  %518 = add i64 %517, %447
  %519 = zext i32 %445 to i64
  %520 = getelementptr inbounds nuw i8, ptr %0, i64 %519
  %521 = inttoptr i64 %518 to ptr
  %522 = load <16 x i32>, ptr %521, align 1
  store <16 x i32> %522, ptr %520, align 64
  %523 = add i64 %518, 64
  %524 = inttoptr i64 %523 to ptr
  %525 = load <16 x i32>, ptr %524, align 1
  %526 = getelementptr inbounds nuw i8, ptr %520, i64 64
  store <16 x i32> %525, ptr %526, align 64
  %527 = add i64 %518, 128
  %528 = inttoptr i64 %527 to ptr
  %529 = load <16 x i32>, ptr %528, align 1
  %530 = getelementptr inbounds nuw i8, ptr %520, i64 128
  store <16 x i32> %529, ptr %530, align 64
  %531 = add i64 %518, 192
  %532 = inttoptr i64 %531 to ptr
  %533 = load <16 x i32>, ptr %532, align 1
  %534 = getelementptr inbounds nuw i8, ptr %520, i64 192
  store <16 x i32> %533, ptr %534, align 64
  br label %629
535:
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  br label %549
536:
  %537 = zext i32 %445 to i64
  %538 = getelementptr inbounds nuw i8, ptr %0, i64 %537
  %539 = load <16 x i32>, ptr %4, align 64
  store <16 x i32> %539, ptr %538, align 64
  %540 = getelementptr inbounds nuw i8, ptr %4, i64 64
  %541 = load <16 x i32>, ptr %540, align 64
  %542 = getelementptr inbounds nuw i8, ptr %538, i64 64
  store <16 x i32> %541, ptr %542, align 64
  %543 = getelementptr inbounds nuw i8, ptr %4, i64 128
  %544 = load <16 x i32>, ptr %543, align 64
  %545 = getelementptr inbounds nuw i8, ptr %538, i64 128
  store <16 x i32> %544, ptr %545, align 64
  %546 = getelementptr inbounds nuw i8, ptr %4, i64 192
  %547 = load <16 x i32>, ptr %546, align 64
  %548 = getelementptr inbounds nuw i8, ptr %538, i64 192
  store <16 x i32> %547, ptr %548, align 64
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  br label %629
549:
  %550 = phi i64 [ 0, %535 ], [ %614, %549 ]
  %551 = getelementptr inbounds nuw i32, ptr %6, i64 %550
  %552 = load i32, ptr %551, align 32
  %553 = zext i32 %552 to i64
  %554 = add i64 %553, %447
  %555 = inttoptr i64 %554 to ptr
  %556 = load i32, ptr %555, align 1
  %557 = getelementptr inbounds nuw i32, ptr %4, i64 %550
  store i32 %556, ptr %557, align 32
  %558 = or disjoint i64 %550, 1
  %559 = getelementptr inbounds nuw i32, ptr %6, i64 %558
  %560 = load i32, ptr %559, align 4
  %561 = zext i32 %560 to i64
  %562 = add i64 %561, %447
  %563 = inttoptr i64 %562 to ptr
  %564 = load i32, ptr %563, align 1
  %565 = getelementptr inbounds nuw i32, ptr %4, i64 %558
  store i32 %564, ptr %565, align 4
  %566 = or disjoint i64 %550, 2
  %567 = getelementptr inbounds nuw i32, ptr %6, i64 %566
  %568 = load i32, ptr %567, align 8
  %569 = zext i32 %568 to i64
  %570 = add i64 %569, %447
  %571 = inttoptr i64 %570 to ptr
  %572 = load i32, ptr %571, align 1
  %573 = getelementptr inbounds nuw i32, ptr %4, i64 %566
  store i32 %572, ptr %573, align 8
  %574 = or disjoint i64 %550, 3
  %575 = getelementptr inbounds nuw i32, ptr %6, i64 %574
  %576 = load i32, ptr %575, align 4
  %577 = zext i32 %576 to i64
  %578 = add i64 %577, %447
  %579 = inttoptr i64 %578 to ptr
  %580 = load i32, ptr %579, align 1
  %581 = getelementptr inbounds nuw i32, ptr %4, i64 %574
  store i32 %580, ptr %581, align 4
  %582 = or disjoint i64 %550, 4
  %583 = getelementptr inbounds nuw i32, ptr %6, i64 %582
  %584 = load i32, ptr %583, align 16
  %585 = zext i32 %584 to i64
  %586 = add i64 %585, %447
  %587 = inttoptr i64 %586 to ptr
  %588 = load i32, ptr %587, align 1
  %589 = getelementptr inbounds nuw i32, ptr %4, i64 %582
  store i32 %588, ptr %589, align 16
  %590 = or disjoint i64 %550, 5
  %591 = getelementptr inbounds nuw i32, ptr %6, i64 %590
  %592 = load i32, ptr %591, align 4
  %593 = zext i32 %592 to i64
  %594 = add i64 %593, %447
  %595 = inttoptr i64 %594 to ptr
  %596 = load i32, ptr %595, align 1
  %597 = getelementptr inbounds nuw i32, ptr %4, i64 %590
  store i32 %596, ptr %597, align 4
  %598 = or disjoint i64 %550, 6
  %599 = getelementptr inbounds nuw i32, ptr %6, i64 %598
  %600 = load i32, ptr %599, align 8
  %601 = zext i32 %600 to i64
  %602 = add i64 %601, %447
  %603 = inttoptr i64 %602 to ptr
  %604 = load i32, ptr %603, align 1
  %605 = getelementptr inbounds nuw i32, ptr %4, i64 %598
  store i32 %604, ptr %605, align 8
  %606 = or disjoint i64 %550, 7
  %607 = getelementptr inbounds nuw i32, ptr %6, i64 %606
  %608 = load i32, ptr %607, align 4
  %609 = zext i32 %608 to i64
  %610 = add i64 %609, %447
  %611 = inttoptr i64 %610 to ptr
  %612 = load i32, ptr %611, align 1
  %613 = getelementptr inbounds nuw i32, ptr %4, i64 %606
  store i32 %612, ptr %613, align 4
  %614 = add nuw nsw i64 %550, 8
  %615 = icmp eq i64 %614, 64
  br i1 %615, label %536, label %549
616:
  %617 = phi i64 [ %449, %450 ], [ %627, %616 ]
  %618 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %617, i1 true)
  %619 = getelementptr inbounds nuw i32, ptr %6, i64 %618
  %620 = load i32, ptr %619, align 4
  %621 = zext i32 %620 to i64
  %622 = add i64 %621, %447
  %623 = inttoptr i64 %622 to ptr
  %624 = getelementptr inbounds nuw i32, ptr %452, i64 %618
  %625 = load i32, ptr %623, align 1
  store i32 %625, ptr %624, align 4
  %626 = add i64 %617, -1
  %627 = and i64 %626, %617
  %628 = icmp eq i64 %627, 0
  br i1 %628, label %629, label %616
629:
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %630 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %631 = load ptr, ptr %630, align 8
  musttail call preserve_nonecc void %631(ptr nonnull %0, ptr nonnull %630)
  ret void
632:
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  ret void
}
define preserve_nonecc void @local_read2_x2(ptr %0, ptr %1) {
  %3 = alloca [64 x i64], align 64
  %4 = alloca [64 x i64], align 64
  %5 = alloca %struct.LocalLanes, align 64
  %6 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %11 = load i64, ptr %10, align 8
  %12 = icmp sge i64 %11, %9
  %13 = add i32 %8, 1024
  %14 = zext i32 %13 to i64
  %15 = icmp samesign ult i64 %11, %14
  %16 = select i1 %12, i1 %15, i1 false
  br i1 %16, label %152, label %17
17:
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %19 = load i64, ptr %18, align 8
  %20 = trunc i64 %19 to i32
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, -1
  br i1 %23, label %24, label %152
24:
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 276
  %28 = load i32, ptr %27, align 4
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %152
30:
  %31 = insertelement <16 x i32> poison, i32 %20, i64 0
  %32 = shufflevector <16 x i32> %31, <16 x i32> poison, <16 x i32> zeroinitializer
  %33 = getelementptr inbounds i8, ptr %0, i64 %11
  %34 = load <16 x i32>, ptr %33, align 64
  %35 = add <16 x i32> %34, %32
  %36 = getelementptr inbounds nuw i8, ptr %33, i64 64
  %37 = load <16 x i32>, ptr %36, align 64
  %38 = add <16 x i32> %37, %32
  %39 = getelementptr inbounds nuw i8, ptr %33, i64 128
  %40 = load <16 x i32>, ptr %39, align 64
  %41 = add <16 x i32> %40, %32
  %42 = getelementptr inbounds nuw i8, ptr %33, i64 192
  %43 = load <16 x i32>, ptr %42, align 64
  %44 = add <16 x i32> %43, %32
  %45 = shufflevector <16 x i32> %35, <16 x i32> poison, <16 x i32> zeroinitializer
  %46 = icmp ne <16 x i32> %35, %45
  %47 = icmp ne <16 x i32> %38, %45
  %48 = or <16 x i1> %46, %47
  %49 = icmp ne <16 x i32> %41, %45
  %50 = or <16 x i1> %48, %49
  %51 = icmp ne <16 x i32> %44, %45
  %52 = or <16 x i1> %50, %51
  %53 = bitcast <16 x i1> %52 to i16
  %54 = icmp eq i16 %53, 0
  br i1 %54, label %55, label %152
55:
  %56 = extractelement <16 x i32> %35, i64 0
  %57 = zext i32 %56 to i64
  %58 = add nuw nsw i64 %57, 8
  %59 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %60 = load i32, ptr %59, align 8
  %61 = zext i32 %60 to i64
  %62 = icmp samesign ugt i64 %58, %61
  br i1 %62, label %152, label %63
63:
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %65 = load ptr, ptr %64, align 8
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 %57
  %67 = load i32, ptr %66, align 1
  %68 = getelementptr inbounds nuw i8, ptr %66, i64 4
  %69 = load i32, ptr %68, align 1
  %70 = insertelement <16 x i32> poison, i32 %67, i64 0
  %71 = shufflevector <16 x i32> %70, <16 x i32> poison, <16 x i32> zeroinitializer
  %72 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  store <16 x i32> %71, ptr %72, align 64
  %73 = getelementptr inbounds nuw i8, ptr %72, i64 64
  store <16 x i32> %71, ptr %73, align 64
  %74 = getelementptr inbounds nuw i8, ptr %72, i64 128
  store <16 x i32> %71, ptr %74, align 64
  %75 = getelementptr inbounds nuw i8, ptr %72, i64 192
  store <16 x i32> %71, ptr %75, align 64
  %76 = insertelement <16 x i32> poison, i32 %69, i64 0
  %77 = shufflevector <16 x i32> %76, <16 x i32> poison, <16 x i32> zeroinitializer
  %78 = add i32 %8, 256
  %79 = zext i32 %78 to i64
  %80 = getelementptr inbounds nuw i8, ptr %0, i64 %79
  store <16 x i32> %77, ptr %80, align 64
  %81 = getelementptr inbounds nuw i8, ptr %80, i64 64
  store <16 x i32> %77, ptr %81, align 64
  %82 = getelementptr inbounds nuw i8, ptr %80, i64 128
  store <16 x i32> %77, ptr %82, align 64
  %83 = getelementptr inbounds nuw i8, ptr %80, i64 192
  store <16 x i32> %77, ptr %83, align 64
  %84 = load i32, ptr %7, align 8
  %85 = add i32 %84, 512
  %86 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %87 = load i64, ptr %86, align 8
  %88 = trunc i64 %87 to i32
  %89 = load i64, ptr %21, align 8
  %90 = icmp eq i64 %89, -1
  br i1 %90, label %93, label %91
91:
  %92 = load i64, ptr %10, align 8
  br label %152
93:
  %94 = load ptr, ptr %25, align 8
  %95 = getelementptr inbounds nuw i8, ptr %94, i64 276
  %96 = load i32, ptr %95, align 4
  %97 = icmp eq i32 %96, 0
  %98 = load i64, ptr %10, align 8
  br i1 %97, label %99, label %152
99:
  %100 = insertelement <16 x i32> poison, i32 %88, i64 0
  %101 = shufflevector <16 x i32> %100, <16 x i32> poison, <16 x i32> zeroinitializer
  %102 = getelementptr inbounds i8, ptr %0, i64 %98
  %103 = load <16 x i32>, ptr %102, align 64
  %104 = add <16 x i32> %103, %101
  %105 = getelementptr inbounds nuw i8, ptr %102, i64 64
  %106 = load <16 x i32>, ptr %105, align 64
  %107 = add <16 x i32> %106, %101
  %108 = getelementptr inbounds nuw i8, ptr %102, i64 128
  %109 = load <16 x i32>, ptr %108, align 64
  %110 = add <16 x i32> %109, %101
  %111 = getelementptr inbounds nuw i8, ptr %102, i64 192
  %112 = load <16 x i32>, ptr %111, align 64
  %113 = add <16 x i32> %112, %101
  %114 = shufflevector <16 x i32> %104, <16 x i32> poison, <16 x i32> zeroinitializer
  %115 = icmp ne <16 x i32> %104, %114
  %116 = icmp ne <16 x i32> %107, %114
  %117 = or <16 x i1> %115, %116
  %118 = icmp ne <16 x i32> %110, %114
  %119 = or <16 x i1> %117, %118
  %120 = icmp ne <16 x i32> %113, %114
  %121 = or <16 x i1> %119, %120
  %122 = bitcast <16 x i1> %121 to i16
  %123 = icmp eq i16 %122, 0
  br i1 %123, label %124, label %152
124:
  %125 = extractelement <16 x i32> %104, i64 0
  %126 = zext i32 %125 to i64
  %127 = add nuw nsw i64 %126, 8
  %128 = load i32, ptr %59, align 8
  %129 = zext i32 %128 to i64
  %130 = icmp samesign ugt i64 %127, %129
  br i1 %130, label %152, label %131
131:
  %132 = load ptr, ptr %64, align 8
  %133 = getelementptr inbounds nuw i8, ptr %132, i64 %126
  %134 = load i32, ptr %133, align 1
  %135 = getelementptr inbounds nuw i8, ptr %133, i64 4
  %136 = load i32, ptr %135, align 1
  %137 = insertelement <16 x i32> poison, i32 %134, i64 0
  %138 = shufflevector <16 x i32> %137, <16 x i32> poison, <16 x i32> zeroinitializer
  %139 = zext i32 %85 to i64
  %140 = getelementptr inbounds nuw i8, ptr %0, i64 %139
  store <16 x i32> %138, ptr %140, align 64
  %141 = getelementptr inbounds nuw i8, ptr %140, i64 64
  store <16 x i32> %138, ptr %141, align 64
  %142 = getelementptr inbounds nuw i8, ptr %140, i64 128
  store <16 x i32> %138, ptr %142, align 64
  %143 = getelementptr inbounds nuw i8, ptr %140, i64 192
  store <16 x i32> %138, ptr %143, align 64
  %144 = insertelement <16 x i32> poison, i32 %136, i64 0
  %145 = shufflevector <16 x i32> %144, <16 x i32> poison, <16 x i32> zeroinitializer
  %146 = add i32 %84, 768
  %147 = zext i32 %146 to i64
  %148 = getelementptr inbounds nuw i8, ptr %0, i64 %147
  store <16 x i32> %145, ptr %148, align 64
  %149 = getelementptr inbounds nuw i8, ptr %148, i64 64
  store <16 x i32> %145, ptr %149, align 64
  %150 = getelementptr inbounds nuw i8, ptr %148, i64 128
  store <16 x i32> %145, ptr %150, align 64
  %151 = getelementptr inbounds nuw i8, ptr %148, i64 192
  store <16 x i32> %145, ptr %151, align 64
  br label %427
152:
  %153 = phi i64 [ %92, %91 ], [ %11, %2 ], [ %98, %93 ], [ %11, %17 ], [ %11, %24 ], [ %11, %30 ], [ %11, %55 ], [ %98, %124 ], [ %98, %99 ]
  %154 = trunc i64 %153 to i32
  %155 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %156 = load i64, ptr %155, align 8
  %157 = trunc i64 %156 to i32
  %158 = call fastcc i32 @local_lanes(ptr %0, ptr nonnull %1, ptr %5, i32 %154, i32 %157, i32 8, i32 1, i32 0)
  %159 = icmp eq i32 %158, 0
  br i1 %159, label %430, label %160
160:
  %161 = load i64, ptr %10, align 8
  %162 = trunc i64 %161 to i32
  %163 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %164 = load i64, ptr %163, align 8
  %165 = trunc i64 %164 to i32
  %166 = call fastcc i32 @local_lanes(ptr %0, ptr nonnull %1, ptr %6, i32 %162, i32 %165, i32 8, i32 1, i32 0)
  %167 = icmp eq i32 %166, 0
  br i1 %167, label %430, label %168
168:
  %169 = load i32, ptr %7, align 8
  %170 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %171 = load ptr, ptr %170, align 8
  %172 = ptrtoint ptr %171 to i64
  %173 = getelementptr inbounds nuw i8, ptr %5, i64 264
  %174 = load i64, ptr %173, align 8
  switch i64 %174, label %175 [
    i64 -1, label %178
    i64 0, label %299
  ]
175:
  %176 = zext i32 %169 to i64
  %177 = getelementptr inbounds nuw i8, ptr %0, i64 %176
  br label %283
178:
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  br label %216
179:
  %180 = zext i32 %169 to i64
  %181 = getelementptr inbounds nuw i8, ptr %0, i64 %180
  %182 = add i32 %169, 256
  %183 = zext i32 %182 to i64
  %184 = getelementptr inbounds nuw i8, ptr %0, i64 %183
  %185 = load <16 x i32>, ptr %3, align 64
  %186 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %187 = load <16 x i32>, ptr %186, align 64
  %188 = shufflevector <16 x i32> %185, <16 x i32> %187, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  store <16 x i32> %188, ptr %181, align 64
  %189 = shufflevector <16 x i32> %185, <16 x i32> %187, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  store <16 x i32> %189, ptr %184, align 64
  %190 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %191 = load <16 x i32>, ptr %190, align 64
  %192 = getelementptr inbounds nuw i8, ptr %3, i64 192
  %193 = load <16 x i32>, ptr %192, align 64
  %194 = shufflevector <16 x i32> %191, <16 x i32> %193, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %195 = getelementptr inbounds nuw i8, ptr %181, i64 64
  store <16 x i32> %194, ptr %195, align 64
  %196 = shufflevector <16 x i32> %191, <16 x i32> %193, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %197 = getelementptr inbounds nuw i8, ptr %184, i64 64
  store <16 x i32> %196, ptr %197, align 64
  %198 = getelementptr inbounds nuw i8, ptr %3, i64 256
  %199 = load <16 x i32>, ptr %198, align 64
  %200 = getelementptr inbounds nuw i8, ptr %3, i64 320
  %201 = load <16 x i32>, ptr %200, align 64
  %202 = shufflevector <16 x i32> %199, <16 x i32> %201, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %203 = getelementptr inbounds nuw i8, ptr %181, i64 128
  store <16 x i32> %202, ptr %203, align 64
  %204 = shufflevector <16 x i32> %199, <16 x i32> %201, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %205 = getelementptr inbounds nuw i8, ptr %184, i64 128
  store <16 x i32> %204, ptr %205, align 64
  %206 = getelementptr inbounds nuw i8, ptr %3, i64 384
  %207 = load <16 x i32>, ptr %206, align 64
  %208 = getelementptr inbounds nuw i8, ptr %3, i64 448
  %209 = load <16 x i32>, ptr %208, align 64
  %210 = shufflevector <16 x i32> %207, <16 x i32> %209, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %211 = getelementptr inbounds nuw i8, ptr %181, i64 192
  store <16 x i32> %210, ptr %211, align 64
  %212 = shufflevector <16 x i32> %207, <16 x i32> %209, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %213 = getelementptr inbounds nuw i8, ptr %184, i64 192
  store <16 x i32> %212, ptr %213, align 64
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %214 = load ptr, ptr %170, align 8
  %215 = ptrtoint ptr %214 to i64
  br label %299
216:
  %217 = phi i64 [ 0, %178 ], [ %281, %216 ]
  %218 = getelementptr inbounds nuw i32, ptr %5, i64 %217
  %219 = load i32, ptr %218, align 32
  %220 = zext i32 %219 to i64
  %221 = add i64 %220, %172
  %222 = inttoptr i64 %221 to ptr
  %223 = load i64, ptr %222, align 1
  %224 = getelementptr inbounds nuw i64, ptr %3, i64 %217
  store i64 %223, ptr %224, align 64
  %225 = or disjoint i64 %217, 1
  %226 = getelementptr inbounds nuw i32, ptr %5, i64 %225
  %227 = load i32, ptr %226, align 4
  %228 = zext i32 %227 to i64
  %229 = add i64 %228, %172
  %230 = inttoptr i64 %229 to ptr
  %231 = load i64, ptr %230, align 1
  %232 = getelementptr inbounds nuw i64, ptr %3, i64 %225
  store i64 %231, ptr %232, align 8
  %233 = or disjoint i64 %217, 2
  %234 = getelementptr inbounds nuw i32, ptr %5, i64 %233
  %235 = load i32, ptr %234, align 8
  %236 = zext i32 %235 to i64
  %237 = add i64 %236, %172
  %238 = inttoptr i64 %237 to ptr
  %239 = load i64, ptr %238, align 1
  %240 = getelementptr inbounds nuw i64, ptr %3, i64 %233
  store i64 %239, ptr %240, align 16
  %241 = or disjoint i64 %217, 3
  %242 = getelementptr inbounds nuw i32, ptr %5, i64 %241
  %243 = load i32, ptr %242, align 4
  %244 = zext i32 %243 to i64
  %245 = add i64 %244, %172
  %246 = inttoptr i64 %245 to ptr
  %247 = load i64, ptr %246, align 1
  %248 = getelementptr inbounds nuw i64, ptr %3, i64 %241
  store i64 %247, ptr %248, align 8
  %249 = or disjoint i64 %217, 4
  %250 = getelementptr inbounds nuw i32, ptr %5, i64 %249
  %251 = load i32, ptr %250, align 16
  %252 = zext i32 %251 to i64
  %253 = add i64 %252, %172
  %254 = inttoptr i64 %253 to ptr
  %255 = load i64, ptr %254, align 1
  %256 = getelementptr inbounds nuw i64, ptr %3, i64 %249
  store i64 %255, ptr %256, align 32
  %257 = or disjoint i64 %217, 5
  %258 = getelementptr inbounds nuw i32, ptr %5, i64 %257
  %259 = load i32, ptr %258, align 4
  %260 = zext i32 %259 to i64
  %261 = add i64 %260, %172
  %262 = inttoptr i64 %261 to ptr
  %263 = load i64, ptr %262, align 1
  %264 = getelementptr inbounds nuw i64, ptr %3, i64 %257
  store i64 %263, ptr %264, align 8
  %265 = or disjoint i64 %217, 6
  %266 = getelementptr inbounds nuw i32, ptr %5, i64 %265
  %267 = load i32, ptr %266, align 8
  %268 = zext i32 %267 to i64
  %269 = add i64 %268, %172
  %270 = inttoptr i64 %269 to ptr
  %271 = load i64, ptr %270, align 1
  %272 = getelementptr inbounds nuw i64, ptr %3, i64 %265
  store i64 %271, ptr %272, align 16
  %273 = or disjoint i64 %217, 7
  %274 = getelementptr inbounds nuw i32, ptr %5, i64 %273
  %275 = load i32, ptr %274, align 4
  %276 = zext i32 %275 to i64
  %277 = add i64 %276, %172
  %278 = inttoptr i64 %277 to ptr
  %279 = load i64, ptr %278, align 1
  %280 = getelementptr inbounds nuw i64, ptr %3, i64 %273
  store i64 %279, ptr %280, align 8
  %281 = add nuw nsw i64 %217, 8
  %282 = icmp eq i64 %281, 64
  br i1 %282, label %179, label %216
283:
  %284 = phi i64 [ %174, %175 ], [ %297, %283 ]
  %285 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %284, i1 true)
  %286 = getelementptr inbounds nuw i32, ptr %5, i64 %285
  %287 = load i32, ptr %286, align 4
  %288 = zext i32 %287 to i64
  %289 = add i64 %288, %172
  %290 = inttoptr i64 %289 to ptr
  %291 = getelementptr inbounds nuw i32, ptr %177, i64 %285
  %292 = load i32, ptr %290, align 1
  store i32 %292, ptr %291, align 4
  %293 = getelementptr inbounds nuw i8, ptr %290, i64 4
  %294 = load i32, ptr %293, align 1
  %295 = getelementptr inbounds nuw i8, ptr %291, i64 256
  store i32 %294, ptr %295, align 4
  %296 = add i64 %284, -1
  %297 = and i64 %296, %284
  %298 = icmp eq i64 %297, 0
  br i1 %298, label %299, label %283
299:
  %300 = phi i64 [ %215, %179 ], [ %172, %168 ], [ %172, %283 ]
  %301 = load i32, ptr %7, align 8
  %302 = add i32 %301, 512
  %303 = getelementptr inbounds nuw i8, ptr %6, i64 264
  %304 = load i64, ptr %303, align 8
  switch i64 %304, label %305 [
    i64 -1, label %308
    i64 0, label %427
  ]
305:
  %306 = zext i32 %302 to i64
  %307 = getelementptr inbounds nuw i8, ptr %0, i64 %306
  br label %411
308:
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  br label %344
309:
  %310 = zext i32 %302 to i64
  %311 = getelementptr inbounds nuw i8, ptr %0, i64 %310
  %312 = add i32 %301, 768
  %313 = zext i32 %312 to i64
  %314 = getelementptr inbounds nuw i8, ptr %0, i64 %313
  %315 = load <16 x i32>, ptr %4, align 64
  %316 = getelementptr inbounds nuw i8, ptr %4, i64 64
  %317 = load <16 x i32>, ptr %316, align 64
  %318 = shufflevector <16 x i32> %315, <16 x i32> %317, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  store <16 x i32> %318, ptr %311, align 64
  %319 = shufflevector <16 x i32> %315, <16 x i32> %317, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  store <16 x i32> %319, ptr %314, align 64
  %320 = getelementptr inbounds nuw i8, ptr %4, i64 128
  %321 = load <16 x i32>, ptr %320, align 64
  %322 = getelementptr inbounds nuw i8, ptr %4, i64 192
  %323 = load <16 x i32>, ptr %322, align 64
  %324 = shufflevector <16 x i32> %321, <16 x i32> %323, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %325 = getelementptr inbounds nuw i8, ptr %311, i64 64
  store <16 x i32> %324, ptr %325, align 64
  %326 = shufflevector <16 x i32> %321, <16 x i32> %323, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %327 = getelementptr inbounds nuw i8, ptr %314, i64 64
  store <16 x i32> %326, ptr %327, align 64
  %328 = getelementptr inbounds nuw i8, ptr %4, i64 256
  %329 = load <16 x i32>, ptr %328, align 64
  %330 = getelementptr inbounds nuw i8, ptr %4, i64 320
  %331 = load <16 x i32>, ptr %330, align 64
  %332 = shufflevector <16 x i32> %329, <16 x i32> %331, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %333 = getelementptr inbounds nuw i8, ptr %311, i64 128
  store <16 x i32> %332, ptr %333, align 64
  %334 = shufflevector <16 x i32> %329, <16 x i32> %331, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %335 = getelementptr inbounds nuw i8, ptr %314, i64 128
  store <16 x i32> %334, ptr %335, align 64
  %336 = getelementptr inbounds nuw i8, ptr %4, i64 384
  %337 = load <16 x i32>, ptr %336, align 64
  %338 = getelementptr inbounds nuw i8, ptr %4, i64 448
  %339 = load <16 x i32>, ptr %338, align 64
  %340 = shufflevector <16 x i32> %337, <16 x i32> %339, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %341 = getelementptr inbounds nuw i8, ptr %311, i64 192
  store <16 x i32> %340, ptr %341, align 64
  %342 = shufflevector <16 x i32> %337, <16 x i32> %339, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %343 = getelementptr inbounds nuw i8, ptr %314, i64 192
  store <16 x i32> %342, ptr %343, align 64
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  br label %427
344:
  %345 = phi i64 [ 0, %308 ], [ %409, %344 ]
  %346 = getelementptr inbounds nuw i32, ptr %6, i64 %345
  %347 = load i32, ptr %346, align 32
  %348 = zext i32 %347 to i64
  %349 = add i64 %300, %348
  %350 = inttoptr i64 %349 to ptr
  %351 = load i64, ptr %350, align 1
  %352 = getelementptr inbounds nuw i64, ptr %4, i64 %345
  store i64 %351, ptr %352, align 64
  %353 = or disjoint i64 %345, 1
  %354 = getelementptr inbounds nuw i32, ptr %6, i64 %353
  %355 = load i32, ptr %354, align 4
  %356 = zext i32 %355 to i64
  %357 = add i64 %300, %356
  %358 = inttoptr i64 %357 to ptr
  %359 = load i64, ptr %358, align 1
  %360 = getelementptr inbounds nuw i64, ptr %4, i64 %353
  store i64 %359, ptr %360, align 8
  %361 = or disjoint i64 %345, 2
  %362 = getelementptr inbounds nuw i32, ptr %6, i64 %361
  %363 = load i32, ptr %362, align 8
  %364 = zext i32 %363 to i64
  %365 = add i64 %300, %364
  %366 = inttoptr i64 %365 to ptr
  %367 = load i64, ptr %366, align 1
  %368 = getelementptr inbounds nuw i64, ptr %4, i64 %361
  store i64 %367, ptr %368, align 16
  %369 = or disjoint i64 %345, 3
  %370 = getelementptr inbounds nuw i32, ptr %6, i64 %369
  %371 = load i32, ptr %370, align 4
  %372 = zext i32 %371 to i64
  %373 = add i64 %300, %372
  %374 = inttoptr i64 %373 to ptr
  %375 = load i64, ptr %374, align 1
  %376 = getelementptr inbounds nuw i64, ptr %4, i64 %369
  store i64 %375, ptr %376, align 8
  %377 = or disjoint i64 %345, 4
  %378 = getelementptr inbounds nuw i32, ptr %6, i64 %377
  %379 = load i32, ptr %378, align 16
  %380 = zext i32 %379 to i64
  %381 = add i64 %300, %380
  %382 = inttoptr i64 %381 to ptr
  %383 = load i64, ptr %382, align 1
  %384 = getelementptr inbounds nuw i64, ptr %4, i64 %377
  store i64 %383, ptr %384, align 32
  %385 = or disjoint i64 %345, 5
  %386 = getelementptr inbounds nuw i32, ptr %6, i64 %385
  %387 = load i32, ptr %386, align 4
  %388 = zext i32 %387 to i64
  %389 = add i64 %300, %388
  %390 = inttoptr i64 %389 to ptr
  %391 = load i64, ptr %390, align 1
  %392 = getelementptr inbounds nuw i64, ptr %4, i64 %385
  store i64 %391, ptr %392, align 8
  %393 = or disjoint i64 %345, 6
  %394 = getelementptr inbounds nuw i32, ptr %6, i64 %393
  %395 = load i32, ptr %394, align 8
  %396 = zext i32 %395 to i64
  %397 = add i64 %300, %396
  %398 = inttoptr i64 %397 to ptr
  %399 = load i64, ptr %398, align 1
  %400 = getelementptr inbounds nuw i64, ptr %4, i64 %393
  store i64 %399, ptr %400, align 16
  %401 = or disjoint i64 %345, 7
  %402 = getelementptr inbounds nuw i32, ptr %6, i64 %401
  %403 = load i32, ptr %402, align 4
  %404 = zext i32 %403 to i64
  %405 = add i64 %300, %404
  %406 = inttoptr i64 %405 to ptr
  %407 = load i64, ptr %406, align 1
  %408 = getelementptr inbounds nuw i64, ptr %4, i64 %401
  store i64 %407, ptr %408, align 8
  %409 = add nuw nsw i64 %345, 8
  %410 = icmp eq i64 %409, 64
  br i1 %410, label %309, label %344
411:
  %412 = phi i64 [ %304, %305 ], [ %425, %411 ]
  %413 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %412, i1 true)
  %414 = getelementptr inbounds nuw i32, ptr %6, i64 %413
  %415 = load i32, ptr %414, align 4
  %416 = zext i32 %415 to i64
  %417 = add i64 %300, %416
  %418 = inttoptr i64 %417 to ptr
  %419 = getelementptr inbounds nuw i32, ptr %307, i64 %413
  %420 = load i32, ptr %418, align 1
  store i32 %420, ptr %419, align 4
  %421 = getelementptr inbounds nuw i8, ptr %418, i64 4
  %422 = load i32, ptr %421, align 1
  %423 = getelementptr inbounds nuw i8, ptr %419, i64 256
  store i32 %422, ptr %423, align 4
  %424 = add i64 %412, -1
  %425 = and i64 %424, %412
  %426 = icmp eq i64 %425, 0
  br i1 %426, label %427, label %411
427:
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %428 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %429 = load ptr, ptr %428, align 8
  musttail call preserve_nonecc void %429(ptr nonnull %0, ptr nonnull %428)
  ret void
430:
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  ret void
}
define preserve_nonecc void @local_write2_x1(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  %4 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %6 = load i64, ptr %5, align 8
  %7 = trunc i64 %6 to i32
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %9 = load i64, ptr %8, align 8
  %10 = trunc i64 %9 to i32
  %11 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %7, i32 %10, i32 4, i32 0, i32 1)
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %236, label %13
13:
  %14 = load i64, ptr %5, align 8
  %15 = trunc i64 %14 to i32
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %17 = load i64, ptr %16, align 8
  %18 = trunc i64 %17 to i32
  %19 = call fastcc i32 @local_lanes(ptr %0, ptr nonnull %1, ptr %4, i32 %15, i32 %18, i32 4, i32 0, i32 1)
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %236, label %21
21:
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %25 = load ptr, ptr %24, align 8
  %26 = ptrtoint ptr %25 to i64
  %27 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %28 = load i64, ptr %27, align 8
  switch i64 %28, label %113 [
    i64 -1, label %29
    i64 0, label %129
  ]
29:
  %30 = load i32, ptr %3, align 64
  %31 = getelementptr inbounds nuw i8, ptr %3, i64 252
  %32 = load i32, ptr %31, align 4
  %33 = add i32 %30, 252
  %34 = icmp eq i32 %32, %33
  br i1 %34, label %35, label %113
35:
  %36 = insertelement <8 x i32> poison, i32 %30, i64 0
  %37 = shufflevector <8 x i32> %36, <8 x i32> poison, <8 x i32> zeroinitializer
  %38 = add <8 x i32> %37, <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %39 = load <8 x i32>, ptr %3, align 64
  %40 = xor <8 x i32> %39, %38
  %41 = add <8 x i32> %37, <i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %42 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %43 = load <8 x i32>, ptr %42, align 32
  %44 = xor <8 x i32> %43, %41
  %45 = or <8 x i32> %44, %40
  %46 = add <8 x i32> %37, <i32 64, i32 68, i32 72, i32 76, i32 80, i32 84, i32 88, i32 92>
  %47 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %48 = load <8 x i32>, ptr %47, align 64
  %49 = xor <8 x i32> %48, %46
  %50 = or <8 x i32> %49, %45
  %51 = add <8 x i32> %37, <i32 96, i32 100, i32 104, i32 108, i32 112, i32 116, i32 120, i32 124>
  %52 = getelementptr inbounds nuw i8, ptr %3, i64 96
  %53 = load <8 x i32>, ptr %52, align 32
  %54 = xor <8 x i32> %53, %51
  %55 = or <8 x i32> %54, %50
  %56 = add <8 x i32> %37, <i32 128, i32 132, i32 136, i32 140, i32 144, i32 148, i32 152, i32 156>
  %57 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %58 = load <8 x i32>, ptr %57, align 64
  %59 = xor <8 x i32> %58, %56
  %60 = or <8 x i32> %59, %55
  %61 = add <8 x i32> %37, <i32 160, i32 164, i32 168, i32 172, i32 176, i32 180, i32 184, i32 188>
  %62 = getelementptr inbounds nuw i8, ptr %3, i64 160
  %63 = load <8 x i32>, ptr %62, align 32
  %64 = xor <8 x i32> %63, %61
  %65 = or <8 x i32> %64, %60
  %66 = add <8 x i32> %37, <i32 192, i32 196, i32 200, i32 204, i32 208, i32 212, i32 216, i32 220>
  %67 = getelementptr inbounds nuw i8, ptr %3, i64 192
  %68 = load <8 x i32>, ptr %67, align 64
  %69 = xor <8 x i32> %68, %66
  %70 = or <8 x i32> %69, %65
  %71 = add <8 x i32> %37, <i32 224, i32 228, i32 232, i32 236, i32 240, i32 244, i32 248, i32 252>
  %72 = getelementptr inbounds nuw i8, ptr %3, i64 224
  %73 = load <8 x i32>, ptr %72, align 32
  %74 = xor <8 x i32> %73, %71
  %75 = or <8 x i32> %74, %70
  %76 = shufflevector <8 x i32> %75, <8 x i32> poison, <8 x i32> <i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %77 = shufflevector <8 x i32> %75, <8 x i32> poison, <8 x i32> <i32 2, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %78 = or <8 x i32> %76, %77
  %79 = shufflevector <8 x i32> %75, <8 x i32> poison, <8 x i32> <i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %80 = or <8 x i32> %78, %79
  %81 = shufflevector <8 x i32> %75, <8 x i32> poison, <8 x i32> <i32 4, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %82 = or <8 x i32> %80, %81
  %83 = shufflevector <8 x i32> %75, <8 x i32> poison, <8 x i32> <i32 5, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %84 = or <8 x i32> %82, %83
  %85 = shufflevector <8 x i32> %75, <8 x i32> poison, <8 x i32> <i32 6, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %86 = or <8 x i32> %84, %85
  %87 = shufflevector <8 x i32> %75, <8 x i32> poison, <8 x i32> <i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %88 = or <8 x i32> %86, %87
  %89 = or <8 x i32> %88, %75
  %90 = extractelement <8 x i32> %89, i64 0
  %91 = icmp eq i32 %90, 0
  br i1 %91, label %92, label %113
92:
  %93 = and i64 %23, 4294967295
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 %93
  %95 = zext i32 %30 to i64
  %96 = add i64 %95, %26
  %97 = load <16 x i32>, ptr %94, align 64
  %98 = inttoptr i64 %96 to ptr
  store <16 x i32> %97, ptr %98, align 1
  %99 = getelementptr inbounds nuw i8, ptr %94, i64 64
  %100 = load <16 x i32>, ptr %99, align 64
  %101 = add i64 %96, 64
  %102 = inttoptr i64 %101 to ptr
  store <16 x i32> %100, ptr %102, align 1
  %103 = getelementptr inbounds nuw i8, ptr %94, i64 128
  %104 = load <16 x i32>, ptr %103, align 64
  %105 = add i64 %96, 128
  %106 = inttoptr i64 %105 to ptr
  store <16 x i32> %104, ptr %106, align 1
  %107 = getelementptr inbounds nuw i8, ptr %94, i64 192
  %108 = load <16 x i32>, ptr %107, align 64
  %109 = add i64 %96, 192
  %110 = inttoptr i64 %109 to ptr
  store <16 x i32> %108, ptr %110, align 1
  %111 = load ptr, ptr %24, align 8
  %112 = ptrtoint ptr %111 to i64
  br label %129
113:
  %114 = and i64 %23, 4294967295
  %115 = getelementptr inbounds nuw i8, ptr %0, i64 %114
  br label %116
116:
  %117 = phi i64 [ %28, %113 ], [ %127, %116 ]
  %118 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %117, i1 true)
  %119 = getelementptr inbounds nuw i32, ptr %115, i64 %118
  %120 = getelementptr inbounds nuw i32, ptr %3, i64 %118
  %121 = load i32, ptr %120, align 4
  %122 = zext i32 %121 to i64
  %123 = add i64 %122, %26
  %124 = inttoptr i64 %123 to ptr
  %125 = load i32, ptr %119, align 4
  store i32 %125, ptr %124, align 1
  %126 = add i64 %117, -1
  %127 = and i64 %126, %117
  %128 = icmp eq i64 %127, 0
  br i1 %128, label %129, label %116
129:
  %130 = phi i64 [ %26, %21 ], [ %112, %92 ], [ %26, %116 ]
  %131 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %132 = load i64, ptr %131, align 8
  %133 = getelementptr inbounds nuw i8, ptr %4, i64 264
  %134 = load i64, ptr %133, align 8
  switch i64 %134, label %217 [
    i64 -1, label %135
    i64 0, label %233
  ]
135:
  %136 = load i32, ptr %4, align 64
  %137 = getelementptr inbounds nuw i8, ptr %4, i64 252
  %138 = load i32, ptr %137, align 4
  %139 = add i32 %136, 252
  %140 = icmp eq i32 %138, %139
  br i1 %140, label %141, label %217
141:
  %142 = insertelement <8 x i32> poison, i32 %136, i64 0
  %143 = shufflevector <8 x i32> %142, <8 x i32> poison, <8 x i32> zeroinitializer
  %144 = add <8 x i32> %143, <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %145 = load <8 x i32>, ptr %4, align 64
  %146 = xor <8 x i32> %145, %144
  %147 = add <8 x i32> %143, <i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %148 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %149 = load <8 x i32>, ptr %148, align 32
  %150 = xor <8 x i32> %149, %147
  %151 = or <8 x i32> %150, %146
  %152 = add <8 x i32> %143, <i32 64, i32 68, i32 72, i32 76, i32 80, i32 84, i32 88, i32 92>
  %153 = getelementptr inbounds nuw i8, ptr %4, i64 64
  %154 = load <8 x i32>, ptr %153, align 64
  %155 = xor <8 x i32> %154, %152
  %156 = or <8 x i32> %155, %151
  %157 = add <8 x i32> %143, <i32 96, i32 100, i32 104, i32 108, i32 112, i32 116, i32 120, i32 124>
  %158 = getelementptr inbounds nuw i8, ptr %4, i64 96
  %159 = load <8 x i32>, ptr %158, align 32
  %160 = xor <8 x i32> %159, %157
  %161 = or <8 x i32> %160, %156
  %162 = add <8 x i32> %143, <i32 128, i32 132, i32 136, i32 140, i32 144, i32 148, i32 152, i32 156>
  %163 = getelementptr inbounds nuw i8, ptr %4, i64 128
  %164 = load <8 x i32>, ptr %163, align 64
  %165 = xor <8 x i32> %164, %162
  %166 = or <8 x i32> %165, %161
  %167 = add <8 x i32> %143, <i32 160, i32 164, i32 168, i32 172, i32 176, i32 180, i32 184, i32 188>
  %168 = getelementptr inbounds nuw i8, ptr %4, i64 160
  %169 = load <8 x i32>, ptr %168, align 32
  %170 = xor <8 x i32> %169, %167
  %171 = or <8 x i32> %170, %166
  %172 = add <8 x i32> %143, <i32 192, i32 196, i32 200, i32 204, i32 208, i32 212, i32 216, i32 220>
  %173 = getelementptr inbounds nuw i8, ptr %4, i64 192
  %174 = load <8 x i32>, ptr %173, align 64
  %175 = xor <8 x i32> %174, %172
  %176 = or <8 x i32> %175, %171
  %177 = add <8 x i32> %143, <i32 224, i32 228, i32 232, i32 236, i32 240, i32 244, i32 248, i32 252>
  %178 = getelementptr inbounds nuw i8, ptr %4, i64 224
  %179 = load <8 x i32>, ptr %178, align 32
  %180 = xor <8 x i32> %179, %177
  %181 = or <8 x i32> %180, %176
  %182 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %183 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 2, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %184 = or <8 x i32> %182, %183
  %185 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %186 = or <8 x i32> %184, %185
  %187 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 4, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %188 = or <8 x i32> %186, %187
  %189 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 5, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %190 = or <8 x i32> %188, %189
  %191 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 6, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %192 = or <8 x i32> %190, %191
  %193 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> <i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %194 = or <8 x i32> %192, %193
  %195 = or <8 x i32> %194, %181
  %196 = extractelement <8 x i32> %195, i64 0
  %197 = icmp eq i32 %196, 0
  br i1 %197, label %198, label %217
198:
  %199 = and i64 %132, 4294967295
  %200 = getelementptr inbounds nuw i8, ptr %0, i64 %199
  %201 = zext i32 %136 to i64
  %202 = add i64 %130, %201
  %203 = load <16 x i32>, ptr %200, align 64
  %204 = inttoptr i64 %202 to ptr
  store <16 x i32> %203, ptr %204, align 1
  %205 = getelementptr inbounds nuw i8, ptr %200, i64 64
  %206 = load <16 x i32>, ptr %205, align 64
  %207 = add i64 %202, 64
  %208 = inttoptr i64 %207 to ptr
  store <16 x i32> %206, ptr %208, align 1
  %209 = getelementptr inbounds nuw i8, ptr %200, i64 128
  %210 = load <16 x i32>, ptr %209, align 64
  %211 = add i64 %202, 128
  %212 = inttoptr i64 %211 to ptr
  store <16 x i32> %210, ptr %212, align 1
  %213 = getelementptr inbounds nuw i8, ptr %200, i64 192
  %214 = load <16 x i32>, ptr %213, align 64
  %215 = add i64 %202, 192
  %216 = inttoptr i64 %215 to ptr
  store <16 x i32> %214, ptr %216, align 1
  br label %233
217:
  %218 = and i64 %132, 4294967295
  %219 = getelementptr inbounds nuw i8, ptr %0, i64 %218
  br label %220
220:
  %221 = phi i64 [ %134, %217 ], [ %231, %220 ]
  %222 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %221, i1 true)
  %223 = getelementptr inbounds nuw i32, ptr %219, i64 %222
  %224 = getelementptr inbounds nuw i32, ptr %4, i64 %222
  %225 = load i32, ptr %224, align 4
  %226 = zext i32 %225 to i64
  %227 = add i64 %130, %226
  %228 = inttoptr i64 %227 to ptr
  %229 = load i32, ptr %223, align 4
  store i32 %229, ptr %228, align 1
  %230 = add i64 %221, -1
  %231 = and i64 %230, %221
  %232 = icmp eq i64 %231, 0
  br i1 %232, label %233, label %220
233:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %234 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %235 = load ptr, ptr %234, align 8
  musttail call preserve_nonecc void %235(ptr nonnull %0, ptr nonnull %234)
  ret void
236:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_write2_x2(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  %4 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %6 = load i64, ptr %5, align 8
  %7 = trunc i64 %6 to i32
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %9 = load i64, ptr %8, align 8
  %10 = trunc i64 %9 to i32
  %11 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %7, i32 %10, i32 8, i32 0, i32 1)
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %77, label %13
13:
  %14 = load i64, ptr %5, align 8
  %15 = trunc i64 %14 to i32
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %17 = load i64, ptr %16, align 8
  %18 = trunc i64 %17 to i32
  %19 = call fastcc i32 @local_lanes(ptr %0, ptr nonnull %1, ptr %4, i32 %15, i32 %18, i32 8, i32 0, i32 1)
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %77, label %21
21:
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %23 = load ptr, ptr %22, align 8
  %24 = ptrtoint ptr %23 to i64
  %25 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %49, label %28
28:
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %30 = load i64, ptr %29, align 8
  %31 = and i64 %30, 4294967295
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 %31
  br label %33
33:
  %34 = phi i64 [ %26, %28 ], [ %47, %33 ]
  %35 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %34, i1 true)
  %36 = getelementptr inbounds nuw i32, ptr %32, i64 %35
  %37 = getelementptr inbounds nuw i32, ptr %3, i64 %35
  %38 = load i32, ptr %37, align 4
  %39 = zext i32 %38 to i64
  %40 = add i64 %39, %24
  %41 = inttoptr i64 %40 to ptr
  %42 = load i32, ptr %36, align 4
  store i32 %42, ptr %41, align 1
  %43 = getelementptr inbounds nuw i8, ptr %36, i64 256
  %44 = load i32, ptr %43, align 4
  %45 = getelementptr inbounds nuw i8, ptr %41, i64 4
  store i32 %44, ptr %45, align 1
  %46 = add i64 %34, -1
  %47 = and i64 %46, %34
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %49, label %33
49:
  %50 = getelementptr inbounds nuw i8, ptr %4, i64 264
  %51 = load i64, ptr %50, align 8
  %52 = icmp eq i64 %51, 0
  br i1 %52, label %74, label %53
53:
  %54 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %55 = load i64, ptr %54, align 8
  %56 = and i64 %55, 4294967295
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 %56
  br label %58
58:
  %59 = phi i64 [ %51, %53 ], [ %72, %58 ]
  %60 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %59, i1 true)
  %61 = getelementptr inbounds nuw i32, ptr %57, i64 %60
  %62 = getelementptr inbounds nuw i32, ptr %4, i64 %60
  %63 = load i32, ptr %62, align 4
  %64 = zext i32 %63 to i64
  %65 = add i64 %64, %24
  %66 = inttoptr i64 %65 to ptr
  %67 = load i32, ptr %61, align 4
  store i32 %67, ptr %66, align 1
  %68 = getelementptr inbounds nuw i8, ptr %61, i64 256
  %69 = load i32, ptr %68, align 4
  %70 = getelementptr inbounds nuw i8, ptr %66, i64 4
  store i32 %69, ptr %70, align 1
  %71 = add i64 %59, -1
  %72 = and i64 %71, %59
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %74, label %58
74:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %75 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %76 = load ptr, ptr %75, align 8
  musttail call preserve_nonecc void %76(ptr nonnull %0, ptr nonnull %75)
  ret void
77:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_read_u8(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 1, i32 1, i32 0)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %41, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %38, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %22 = load ptr, ptr %21, align 8
  %23 = ptrtoint ptr %22 to i64
  br label %24
24:
  %25 = phi i64 [ %18, %20 ], [ %36, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %16, i64 %26
  %28 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  %31 = add i64 %30, %23
  %32 = inttoptr i64 %31 to ptr
  %33 = load i8, ptr %32, align 1
  %34 = zext i8 %33 to i32
  store i32 %34, ptr %27, align 4
  %35 = add i64 %25, -1
  %36 = and i64 %35, %25
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %38, label %24
38:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %40 = load ptr, ptr %39, align 8
  musttail call preserve_nonecc void %40(ptr %0, ptr nonnull %39)
  ret void
41:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_read_i8(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 1, i32 1, i32 0)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %41, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %38, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %22 = load ptr, ptr %21, align 8
  %23 = ptrtoint ptr %22 to i64
  br label %24
24:
  %25 = phi i64 [ %18, %20 ], [ %36, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %16, i64 %26
  %28 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  %31 = add i64 %30, %23
  %32 = inttoptr i64 %31 to ptr
  %33 = load i8, ptr %32, align 1
  %34 = sext i8 %33 to i32
  store i32 %34, ptr %27, align 4
  %35 = add i64 %25, -1
  %36 = and i64 %35, %25
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %38, label %24
38:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %40 = load ptr, ptr %39, align 8
  musttail call preserve_nonecc void %40(ptr %0, ptr nonnull %39)
  ret void
41:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_read_u16(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 2, i32 1, i32 0)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %41, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %38, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %22 = load ptr, ptr %21, align 8
  %23 = ptrtoint ptr %22 to i64
  br label %24
24:
  %25 = phi i64 [ %18, %20 ], [ %36, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %16, i64 %26
  %28 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  %31 = add i64 %30, %23
  %32 = inttoptr i64 %31 to ptr
  %33 = load i16, ptr %32, align 1
  %34 = zext i16 %33 to i32
  store i32 %34, ptr %27, align 4
  %35 = add i64 %25, -1
  %36 = and i64 %35, %25
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %38, label %24
38:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %40 = load ptr, ptr %39, align 8
  musttail call preserve_nonecc void %40(ptr %0, ptr nonnull %39)
  ret void
41:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_read_i16(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 2, i32 1, i32 0)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %41, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %38, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %22 = load ptr, ptr %21, align 8
  %23 = ptrtoint ptr %22 to i64
  br label %24
24:
  %25 = phi i64 [ %18, %20 ], [ %36, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %16, i64 %26
  %28 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  %31 = add i64 %30, %23
  %32 = inttoptr i64 %31 to ptr
  %33 = load i16, ptr %32, align 1
  %34 = sext i16 %33 to i32
  store i32 %34, ptr %27, align 4
  %35 = add i64 %25, -1
  %36 = and i64 %35, %25
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %38, label %24
38:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %40 = load ptr, ptr %39, align 8
  musttail call preserve_nonecc void %40(ptr %0, ptr nonnull %39)
  ret void
41:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_read_d16_u8(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 1, i32 1, i32 0)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %44, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %41, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %22 = load ptr, ptr %21, align 8
  %23 = ptrtoint ptr %22 to i64
  br label %24
24:
  %25 = phi i64 [ %18, %20 ], [ %39, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %16, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %30 = load i32, ptr %29, align 4
  %31 = zext i32 %30 to i64
  %32 = add i64 %31, %23
  %33 = and i32 %28, -65536
  %34 = inttoptr i64 %32 to ptr
  %35 = load i8, ptr %34, align 1
  %36 = zext i8 %35 to i32
  %37 = or disjoint i32 %33, %36
  store i32 %37, ptr %27, align 4
  %38 = add i64 %25, -1
  %39 = and i64 %38, %25
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %41, label %24
41:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %43 = load ptr, ptr %42, align 8
  musttail call preserve_nonecc void %43(ptr %0, ptr nonnull %42)
  ret void
44:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_read_d16_i8(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 1, i32 1, i32 0)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %45, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %42, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %22 = load ptr, ptr %21, align 8
  %23 = ptrtoint ptr %22 to i64
  br label %24
24:
  %25 = phi i64 [ %18, %20 ], [ %40, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %16, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %30 = load i32, ptr %29, align 4
  %31 = zext i32 %30 to i64
  %32 = add i64 %31, %23
  %33 = and i32 %28, -65536
  %34 = inttoptr i64 %32 to ptr
  %35 = load i8, ptr %34, align 1
  %36 = sext i8 %35 to i32
  %37 = and i32 %36, 65535
  %38 = or disjoint i32 %37, %33
  store i32 %38, ptr %27, align 4
  %39 = add i64 %25, -1
  %40 = and i64 %39, %25
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %42, label %24
42:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %44 = load ptr, ptr %43, align 8
  musttail call preserve_nonecc void %44(ptr %0, ptr nonnull %43)
  ret void
45:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_read_d16(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 2, i32 1, i32 0)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %44, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %41, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %22 = load ptr, ptr %21, align 8
  %23 = ptrtoint ptr %22 to i64
  br label %24
24:
  %25 = phi i64 [ %18, %20 ], [ %39, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %16, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %30 = load i32, ptr %29, align 4
  %31 = zext i32 %30 to i64
  %32 = add i64 %31, %23
  %33 = and i32 %28, -65536
  %34 = inttoptr i64 %32 to ptr
  %35 = load i16, ptr %34, align 1
  %36 = zext i16 %35 to i32
  %37 = or disjoint i32 %33, %36
  store i32 %37, ptr %27, align 4
  %38 = add i64 %25, -1
  %39 = and i64 %38, %25
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %41, label %24
41:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %43 = load ptr, ptr %42, align 8
  musttail call preserve_nonecc void %43(ptr %0, ptr nonnull %42)
  ret void
44:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_read_d16_hi_u8(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 1, i32 1, i32 0)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %45, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %42, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %22 = load ptr, ptr %21, align 8
  %23 = ptrtoint ptr %22 to i64
  br label %24
24:
  %25 = phi i64 [ %18, %20 ], [ %40, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %16, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %30 = load i32, ptr %29, align 4
  %31 = zext i32 %30 to i64
  %32 = add i64 %31, %23
  %33 = and i32 %28, 65535
  %34 = inttoptr i64 %32 to ptr
  %35 = load i8, ptr %34, align 1
  %36 = zext i8 %35 to i32
  %37 = shl nuw nsw i32 %36, 16
  %38 = or disjoint i32 %37, %33
  store i32 %38, ptr %27, align 4
  %39 = add i64 %25, -1
  %40 = and i64 %39, %25
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %42, label %24
42:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %44 = load ptr, ptr %43, align 8
  musttail call preserve_nonecc void %44(ptr %0, ptr nonnull %43)
  ret void
45:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_read_d16_hi_i8(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 1, i32 1, i32 0)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %45, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %42, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %22 = load ptr, ptr %21, align 8
  %23 = ptrtoint ptr %22 to i64
  br label %24
24:
  %25 = phi i64 [ %18, %20 ], [ %40, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %16, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %30 = load i32, ptr %29, align 4
  %31 = zext i32 %30 to i64
  %32 = add i64 %31, %23
  %33 = and i32 %28, 65535
  %34 = inttoptr i64 %32 to ptr
  %35 = load i8, ptr %34, align 1
  %36 = sext i8 %35 to i32
  %37 = shl nsw i32 %36, 16
  %38 = or disjoint i32 %37, %33
  store i32 %38, ptr %27, align 4
  %39 = add i64 %25, -1
  %40 = and i64 %39, %25
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %42, label %24
42:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %44 = load ptr, ptr %43, align 8
  musttail call preserve_nonecc void %44(ptr %0, ptr nonnull %43)
  ret void
45:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_read_d16_hi(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 2, i32 1, i32 0)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %45, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %42, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %22 = load ptr, ptr %21, align 8
  %23 = ptrtoint ptr %22 to i64
  br label %24
24:
  %25 = phi i64 [ %18, %20 ], [ %40, %24 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i32, ptr %16, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  %30 = load i32, ptr %29, align 4
  %31 = zext i32 %30 to i64
  %32 = add i64 %31, %23
  %33 = and i32 %28, 65535
  %34 = inttoptr i64 %32 to ptr
  %35 = load i16, ptr %34, align 1
  %36 = zext i16 %35 to i32
  %37 = shl nuw i32 %36, 16
  %38 = or disjoint i32 %37, %33
  store i32 %38, ptr %27, align 4
  %39 = add i64 %25, -1
  %40 = and i64 %39, %25
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %42, label %24
42:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %44 = load ptr, ptr %43, align 8
  musttail call preserve_nonecc void %44(ptr %0, ptr nonnull %43)
  ret void
45:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_write_8(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 1, i32 0, i32 1)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %38, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %0, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %35, label %19
19:
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 544
  br label %21
21:
  %22 = phi i64 [ %17, %19 ], [ %33, %21 ]
  %23 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %22, i1 true)
  %24 = getelementptr inbounds nuw i32, ptr %15, i64 %23
  %25 = load i32, ptr %24, align 4
  %26 = trunc i32 %25 to i8
  %27 = load ptr, ptr %20, align 8
  %28 = getelementptr inbounds nuw i32, ptr %3, i64 %23
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  %31 = getelementptr inbounds nuw i8, ptr %27, i64 %30
  store i8 %26, ptr %31, align 1
  %32 = add i64 %22, -1
  %33 = and i64 %32, %22
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %35, label %21
35:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %36 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %37 = load ptr, ptr %36, align 8
  musttail call preserve_nonecc void %37(ptr %0, ptr nonnull %36)
  ret void
38:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_write_16(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 2, i32 0, i32 1)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %38, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %0, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %35, label %19
19:
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %21 = load ptr, ptr %20, align 8
  br label %22
22:
  %23 = phi i64 [ %17, %19 ], [ %33, %22 ]
  %24 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %23, i1 true)
  %25 = getelementptr inbounds nuw i32, ptr %15, i64 %24
  %26 = load i32, ptr %25, align 4
  %27 = trunc i32 %26 to i16
  %28 = getelementptr inbounds nuw i32, ptr %3, i64 %24
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  %31 = getelementptr inbounds nuw i8, ptr %21, i64 %30
  store i16 %27, ptr %31, align 1
  %32 = add i64 %23, -1
  %33 = and i64 %32, %23
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %35, label %22
35:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %36 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %37 = load ptr, ptr %36, align 8
  musttail call preserve_nonecc void %37(ptr %0, ptr nonnull %36)
  ret void
38:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_write_8_hi(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 1, i32 0, i32 1)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %39, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %0, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %36, label %19
19:
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 544
  br label %21
21:
  %22 = phi i64 [ %17, %19 ], [ %34, %21 ]
  %23 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %22, i1 true)
  %24 = getelementptr inbounds nuw i32, ptr %15, i64 %23
  %25 = load i32, ptr %24, align 4
  %26 = lshr i32 %25, 16
  %27 = trunc i32 %26 to i8
  %28 = load ptr, ptr %20, align 8
  %29 = getelementptr inbounds nuw i32, ptr %3, i64 %23
  %30 = load i32, ptr %29, align 4
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds nuw i8, ptr %28, i64 %31
  store i8 %27, ptr %32, align 1
  %33 = add i64 %22, -1
  %34 = and i64 %33, %22
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %36, label %21
36:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %37 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %38 = load ptr, ptr %37, align 8
  musttail call preserve_nonecc void %38(ptr %0, ptr nonnull %37)
  ret void
39:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_write_16_hi(ptr %0, ptr %1) {
  %3 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %3, i32 %6, i32 %9, i32 2, i32 0, i32 1)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %39, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %0, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 264
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %36, label %19
19:
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %21 = load ptr, ptr %20, align 8
  br label %22
22:
  %23 = phi i64 [ %17, %19 ], [ %34, %22 ]
  %24 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %23, i1 true)
  %25 = getelementptr inbounds nuw i32, ptr %15, i64 %24
  %26 = load i32, ptr %25, align 4
  %27 = lshr i32 %26, 16
  %28 = trunc nuw i32 %27 to i16
  %29 = getelementptr inbounds nuw i32, ptr %3, i64 %24
  %30 = load i32, ptr %29, align 4
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds nuw i8, ptr %21, i64 %31
  store i16 %28, ptr %32, align 1
  %33 = add i64 %23, -1
  %34 = and i64 %33, %23
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %36, label %22
36:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %37 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %38 = load ptr, ptr %37, align 8
  musttail call preserve_nonecc void %38(ptr %0, ptr nonnull %37)
  ret void
39:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}
define preserve_nonecc void @local_bpermute(ptr %0, ptr %1) {
  %3 = alloca [64 x i32], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 %7
  %9 = icmp eq i64 %5, -1
  %10 = load <16 x i32>, ptr %8, align 64
  br i1 %9, label %11, label %20
11:
  store <16 x i32> %10, ptr %3, align 64
  %12 = getelementptr inbounds nuw i8, ptr %8, i64 64
  %13 = load <16 x i32>, ptr %12, align 64
  %14 = getelementptr inbounds nuw i8, ptr %3, i64 64
  store <16 x i32> %13, ptr %14, align 64
  %15 = getelementptr inbounds nuw i8, ptr %8, i64 128
  %16 = load <16 x i32>, ptr %15, align 64
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 128
  store <16 x i32> %16, ptr %17, align 64
  %18 = getelementptr inbounds nuw i8, ptr %8, i64 192
  %19 = load <16 x i32>, ptr %18, align 64
  br label %56
20:
  %21 = trunc i64 %5 to i32
  %22 = insertelement <16 x i32> poison, i32 %21, i64 0
  %23 = shufflevector <16 x i32> %22, <16 x i32> poison, <16 x i32> zeroinitializer
  %24 = and <16 x i32> %23, <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>
  %25 = icmp eq <16 x i32> %24, zeroinitializer
  %26 = select <16 x i1> %25, <16 x i32> zeroinitializer, <16 x i32> %10
  store <16 x i32> %26, ptr %3, align 64
  %27 = getelementptr inbounds nuw i8, ptr %8, i64 64
  %28 = load <16 x i32>, ptr %27, align 64
  %29 = lshr i64 %5, 16
  %30 = trunc i64 %29 to i32
  %31 = insertelement <16 x i32> poison, i32 %30, i64 0
  %32 = shufflevector <16 x i32> %31, <16 x i32> poison, <16 x i32> zeroinitializer
  %33 = and <16 x i32> %32, <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>
  %34 = icmp eq <16 x i32> %33, zeroinitializer
  %35 = select <16 x i1> %34, <16 x i32> zeroinitializer, <16 x i32> %28
  %36 = getelementptr inbounds nuw i8, ptr %3, i64 64
  store <16 x i32> %35, ptr %36, align 64
  %37 = getelementptr inbounds nuw i8, ptr %8, i64 128
  %38 = load <16 x i32>, ptr %37, align 64
  %39 = lshr i64 %5, 32
  %40 = trunc nuw i64 %39 to i32
  %41 = insertelement <16 x i32> poison, i32 %40, i64 0
  %42 = shufflevector <16 x i32> %41, <16 x i32> poison, <16 x i32> zeroinitializer
  %43 = and <16 x i32> %42, <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>
  %44 = icmp eq <16 x i32> %43, zeroinitializer
  %45 = select <16 x i1> %44, <16 x i32> zeroinitializer, <16 x i32> %38
  %46 = getelementptr inbounds nuw i8, ptr %3, i64 128
  store <16 x i32> %45, ptr %46, align 64
  %47 = getelementptr inbounds nuw i8, ptr %8, i64 192
  %48 = load <16 x i32>, ptr %47, align 64
  %49 = lshr i64 %5, 48
  %50 = trunc nuw nsw i64 %49 to i32
  %51 = insertelement <16 x i32> poison, i32 %50, i64 0
  %52 = shufflevector <16 x i32> %51, <16 x i32> poison, <16 x i32> zeroinitializer
  %53 = and <16 x i32> %52, <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>
  %54 = icmp eq <16 x i32> %53, zeroinitializer
  %55 = select <16 x i1> %54, <16 x i32> zeroinitializer, <16 x i32> %48
  br label %56
56:
  %57 = phi <16 x i32> [ %55, %20 ], [ %19, %11 ]
  %58 = getelementptr inbounds nuw i8, ptr %3, i64 192
  store <16 x i32> %57, ptr %58, align 64
  %59 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %60 = load i64, ptr %59, align 8
  %61 = trunc i64 %60 to i32
  %62 = insertelement <16 x i32> poison, i32 %61, i64 0
  %63 = shufflevector <16 x i32> %62, <16 x i32> poison, <16 x i32> zeroinitializer
  %64 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %65 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %66 = load i64, ptr %64, align 8
  %67 = getelementptr inbounds i8, ptr %0, i64 %66
  %68 = load <16 x i32>, ptr %67, align 64
  %69 = add <16 x i32> %68, %63
  %70 = lshr <16 x i32> %69, splat (i32 2)
  %71 = and <16 x i32> %70, splat (i32 63)
  %72 = load i32, ptr %65, align 8
  %73 = zext nneg <16 x i32> %71 to <16 x i64>
  %74 = getelementptr i32, ptr %3, <16 x i64> %73
  %75 = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %74, <16 x i1> splat (i1 true), <16 x i32> poison)
  br i1 %9, label %76, label %79
76:
  %77 = zext i32 %72 to i64
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 %77
  store <16 x i32> %75, ptr %78, align 64
  br label %89
79:
  %80 = trunc i64 %5 to i32
  %81 = insertelement <16 x i32> poison, i32 %80, i64 0
  %82 = shufflevector <16 x i32> %81, <16 x i32> poison, <16 x i32> zeroinitializer
  %83 = and <16 x i32> %82, <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>
  %84 = icmp eq <16 x i32> %83, zeroinitializer
  %85 = zext i32 %72 to i64
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 %85
  %87 = load <16 x i32>, ptr %86, align 64
  %88 = select <16 x i1> %84, <16 x i32> %87, <16 x i32> %75
  store <16 x i32> %88, ptr %86, align 64
  br label %89
89:
  %90 = load i64, ptr %64, align 8
  %91 = getelementptr inbounds i8, ptr %0, i64 %90
  %92 = getelementptr inbounds nuw i8, ptr %91, i64 64
  %93 = load <16 x i32>, ptr %92, align 64
  %94 = add <16 x i32> %93, %63
  %95 = lshr <16 x i32> %94, splat (i32 2)
  %96 = and <16 x i32> %95, splat (i32 63)
  %97 = load i32, ptr %65, align 8
  %98 = zext nneg <16 x i32> %96 to <16 x i64>
  %99 = getelementptr i32, ptr %3, <16 x i64> %98
  %100 = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %99, <16 x i1> splat (i1 true), <16 x i32> poison)
  br i1 %9, label %113, label %101
101:
  %102 = lshr i64 %5, 16
  %103 = trunc i64 %102 to i32
  %104 = insertelement <16 x i32> poison, i32 %103, i64 0
  %105 = shufflevector <16 x i32> %104, <16 x i32> poison, <16 x i32> zeroinitializer
  %106 = and <16 x i32> %105, <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>
  %107 = icmp eq <16 x i32> %106, zeroinitializer
  %108 = zext i32 %97 to i64
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 %108
  %110 = getelementptr inbounds nuw i8, ptr %109, i64 64
  %111 = load <16 x i32>, ptr %110, align 64
  %112 = select <16 x i1> %107, <16 x i32> %111, <16 x i32> %100
  store <16 x i32> %112, ptr %110, align 64
  br label %117
113:
  %114 = zext i32 %97 to i64
  %115 = getelementptr inbounds nuw i8, ptr %0, i64 %114
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 64
  store <16 x i32> %100, ptr %116, align 64
  br label %117
117:
  %118 = load i64, ptr %64, align 8
  %119 = getelementptr inbounds i8, ptr %0, i64 %118
  %120 = getelementptr inbounds nuw i8, ptr %119, i64 128
  %121 = load <16 x i32>, ptr %120, align 64
  %122 = add <16 x i32> %121, %63
  %123 = lshr <16 x i32> %122, splat (i32 2)
  %124 = and <16 x i32> %123, splat (i32 63)
  %125 = load i32, ptr %65, align 8
  %126 = zext nneg <16 x i32> %124 to <16 x i64>
  %127 = getelementptr i32, ptr %3, <16 x i64> %126
  %128 = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %127, <16 x i1> splat (i1 true), <16 x i32> poison)
  br i1 %9, label %141, label %129
129:
  %130 = lshr i64 %5, 32
  %131 = trunc nuw i64 %130 to i32
  %132 = insertelement <16 x i32> poison, i32 %131, i64 0
  %133 = shufflevector <16 x i32> %132, <16 x i32> poison, <16 x i32> zeroinitializer
  %134 = and <16 x i32> %133, <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>
  %135 = icmp eq <16 x i32> %134, zeroinitializer
  %136 = zext i32 %125 to i64
  %137 = getelementptr inbounds nuw i8, ptr %0, i64 %136
  %138 = getelementptr inbounds nuw i8, ptr %137, i64 128
  %139 = load <16 x i32>, ptr %138, align 64
  %140 = select <16 x i1> %135, <16 x i32> %139, <16 x i32> %128
  store <16 x i32> %140, ptr %138, align 64
  br label %145
141:
  %142 = zext i32 %125 to i64
  %143 = getelementptr inbounds nuw i8, ptr %0, i64 %142
  %144 = getelementptr inbounds nuw i8, ptr %143, i64 128
  store <16 x i32> %128, ptr %144, align 64
  br label %145
145:
  %146 = load i64, ptr %64, align 8
  %147 = getelementptr inbounds i8, ptr %0, i64 %146
  %148 = getelementptr inbounds nuw i8, ptr %147, i64 192
  %149 = load <16 x i32>, ptr %148, align 64
  %150 = add <16 x i32> %149, %63
  %151 = lshr <16 x i32> %150, splat (i32 2)
  %152 = and <16 x i32> %151, splat (i32 63)
  %153 = load i32, ptr %65, align 8
  %154 = zext nneg <16 x i32> %152 to <16 x i64>
  %155 = getelementptr i32, ptr %3, <16 x i64> %154
  %156 = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %155, <16 x i1> splat (i1 true), <16 x i32> poison)
  br i1 %9, label %169, label %157
157:
  %158 = lshr i64 %5, 48
  %159 = trunc nuw nsw i64 %158 to i32
  %160 = insertelement <16 x i32> poison, i32 %159, i64 0
  %161 = shufflevector <16 x i32> %160, <16 x i32> poison, <16 x i32> zeroinitializer
  %162 = and <16 x i32> %161, <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>
  %163 = icmp eq <16 x i32> %162, zeroinitializer
  %164 = zext i32 %153 to i64
  %165 = getelementptr inbounds nuw i8, ptr %0, i64 %164
  %166 = getelementptr inbounds nuw i8, ptr %165, i64 192
  %167 = load <16 x i32>, ptr %166, align 64
  %168 = select <16 x i1> %163, <16 x i32> %167, <16 x i32> %156
  store <16 x i32> %168, ptr %166, align 64
  br label %173
169:
  %170 = zext i32 %153 to i64
  %171 = getelementptr inbounds nuw i8, ptr %0, i64 %170
  %172 = getelementptr inbounds nuw i8, ptr %171, i64 192
  store <16 x i32> %156, ptr %172, align 64
  br label %173
173:
  %174 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %175 = load ptr, ptr %174, align 8
  musttail call preserve_nonecc void %175(ptr nonnull %0, ptr nonnull %174)
  ret void
}
define preserve_nonecc void @local_permute(ptr %0, ptr %1) {
  %3 = alloca [64 x i32], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.memset.p0.i64(ptr nonnull align 64 dereferenceable(256) %3, i8 0, i64 256, i1 false)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 %7
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %0, i64 %10
  %12 = icmp eq i64 %5, 0
  br i1 %12, label %37, label %13
13:
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  br label %22
17:
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %19 = load i32, ptr %18, align 8
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 %20
  br label %40
22:
  %23 = phi i64 [ %5, %13 ], [ %35, %22 ]
  %24 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %23, i1 true)
  %25 = getelementptr inbounds nuw i32, ptr %11, i64 %24
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds nuw i32, ptr %8, i64 %24
  %28 = load i32, ptr %27, align 4
  %29 = add i32 %28, %16
  %30 = lshr i32 %29, 2
  %31 = and i32 %30, 63
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds nuw i32, ptr %3, i64 %32
  store i32 %26, ptr %33, align 4
  %34 = add i64 %23, -1
  %35 = and i64 %34, %23
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %17, label %22
37:
  %38 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %39 = load ptr, ptr %38, align 8
  musttail call preserve_nonecc void %39(ptr nonnull %0, ptr nonnull %38)
  ret void
40:
  %41 = phi i64 [ %47, %40 ], [ %5, %17 ]
  %42 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %41, i1 true)
  %43 = getelementptr inbounds nuw i32, ptr %3, i64 %42
  %44 = load i32, ptr %43, align 4
  %45 = getelementptr inbounds nuw i32, ptr %21, i64 %42
  store i32 %44, ptr %45, align 4
  %46 = add i64 %41, -1
  %47 = and i64 %46, %41
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %37, label %40
}
define preserve_nonecc void @local_swizzle(ptr %0, ptr %1) {
  %3 = alloca [64 x i32], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %7 = load i64, ptr %6, align 8
  %8 = trunc i64 %7 to i32
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %0, i64 %10
  %12 = and i32 %8, 32768
  %13 = icmp eq i32 %12, 0
  %14 = and i32 %8, 31
  %15 = lshr i32 %8, 5
  %16 = and i32 %15, 31
  %17 = lshr i32 %8, 10
  %18 = and i32 %17, 31
  br label %25
19:
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %21 = load i32, ptr %20, align 8
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 %22
  %24 = icmp eq i64 %5, 0
  br i1 %24, label %84, label %87
25:
  %26 = phi i64 [ 0, %2 ], [ %82, %79 ]
  %27 = trunc nuw nsw i64 %26 to i32
  br i1 %13, label %36, label %28
28:
  %29 = and i32 %27, 60
  %30 = trunc i64 %26 to i32
  %31 = shl i32 %30, 1
  %32 = and i32 %31, 4
  %33 = lshr i32 %8, %32
  %34 = and i32 %33, 3
  %35 = or disjoint i32 %34, %29
  br label %42
36:
  %37 = and i32 %27, 32
  %38 = and i32 %14, %27
  %39 = or i32 %38, %16
  %40 = xor i32 %39, %18
  %41 = or disjoint i32 %40, %37
  br label %42
42:
  %43 = phi i32 [ %35, %28 ], [ %41, %36 ]
  %44 = zext nneg i32 %43 to i64
  %45 = shl nuw i64 1, %44
  %46 = and i64 %45, %5
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %51, label %48
48:
  %49 = getelementptr inbounds nuw i32, ptr %11, i64 %44
  %50 = load i32, ptr %49, align 4
  br label %51
51:
  %52 = phi i32 [ %50, %48 ], [ 0, %42 ]
  %53 = getelementptr inbounds nuw i32, ptr %3, i64 %26
  store i32 %52, ptr %53, align 8
  %54 = or disjoint i64 %26, 1
  %55 = trunc nuw nsw i64 %54 to i32
  br i1 %13, label %64, label %56
56:
  %57 = and i32 %55, 60
  %58 = trunc i64 %54 to i32
  %59 = shl i32 %58, 1
  %60 = and i32 %59, 6
  %61 = lshr i32 %8, %60
  %62 = and i32 %61, 3
  %63 = or disjoint i32 %62, %57
  br label %70
64:
  %65 = and i32 %55, 32
  %66 = and i32 %14, %55
  %67 = or i32 %66, %16
  %68 = xor i32 %67, %18
  %69 = or disjoint i32 %68, %65
  br label %70
70:
  %71 = phi i32 [ %63, %56 ], [ %69, %64 ]
  %72 = zext nneg i32 %71 to i64
  %73 = shl nuw i64 1, %72
  %74 = and i64 %73, %5
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %79, label %76
76:
  %77 = getelementptr inbounds nuw i32, ptr %11, i64 %72
  %78 = load i32, ptr %77, align 4
  br label %79
79:
  %80 = phi i32 [ %78, %76 ], [ 0, %70 ]
  %81 = getelementptr inbounds nuw i32, ptr %3, i64 %54
  store i32 %80, ptr %81, align 4
  %82 = add nuw nsw i64 %26, 2
  %83 = icmp eq i64 %82, 64
  br i1 %83, label %19, label %25
84:
  %85 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %86 = load ptr, ptr %85, align 8
  musttail call preserve_nonecc void %86(ptr %0, ptr nonnull %85)
  ret void
87:
  %88 = phi i64 [ %94, %87 ], [ %5, %19 ]
  %89 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %88, i1 true)
  %90 = getelementptr inbounds nuw i32, ptr %3, i64 %89
  %91 = load i32, ptr %90, align 4
  %92 = getelementptr inbounds nuw i32, ptr %23, i64 %89
  store i32 %91, ptr %92, align 4
  %93 = add i64 %88, -1
  %94 = and i64 %93, %88
  %95 = icmp eq i64 %94, 0
  br i1 %95, label %84, label %87
}
define preserve_nonecc void @scalar_load_x1(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load i64, ptr %5, align 1
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, %6
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 512
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %21
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  %20 = add i64 %9, %19
  br label %21
21:
  %22 = phi i64 [ %9, %2 ], [ %20, %14 ]
  %23 = and i64 %22, -4
  %24 = tail call fastcc i32 @scalar_access(ptr nonnull %0, ptr nonnull %1, i64 %23, i32 4, i32 0)
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %35, label %26
26:
  %27 = inttoptr i64 %23 to ptr
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %30 = load i32, ptr %29, align 8
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 %31
  store i32 %28, ptr %32, align 4
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %34 = load ptr, ptr %33, align 8
  musttail call preserve_nonecc void %34(ptr nonnull %0, ptr nonnull %33)
  ret void
35:
  ret void
}
define preserve_nonecc void @scalar_load_x2(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load i64, ptr %5, align 1
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, %6
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 512
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %21
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  %20 = add i64 %9, %19
  br label %21
21:
  %22 = phi i64 [ %9, %2 ], [ %20, %14 ]
  %23 = and i64 %22, -4
  %24 = tail call fastcc i32 @scalar_access(ptr nonnull %0, ptr nonnull %1, i64 %23, i32 8, i32 0)
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %41, label %26
26:
  %27 = inttoptr i64 %23 to ptr
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 4
  %30 = load i32, ptr %29, align 4
  %31 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %32 = load i32, ptr %31, align 8
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 %33
  store i32 %28, ptr %34, align 4
  %35 = load i32, ptr %31, align 8
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 %36
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 4
  store i32 %30, ptr %38, align 4
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %40 = load ptr, ptr %39, align 8
  musttail call preserve_nonecc void %40(ptr nonnull %0, ptr nonnull %39)
  ret void
41:
  ret void
}
define preserve_nonecc void @scalar_load_x4(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load i64, ptr %5, align 1
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, %6
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 512
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %21
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  %20 = add i64 %9, %19
  br label %21
21:
  %22 = phi i64 [ %9, %2 ], [ %20, %14 ]
  %23 = and i64 %22, -4
  %24 = tail call fastcc i32 @scalar_access(ptr nonnull %0, ptr nonnull %1, i64 %23, i32 16, i32 0)
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %53, label %26
26:
  %27 = inttoptr i64 %23 to ptr
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 4
  %30 = load i32, ptr %29, align 4
  %31 = getelementptr inbounds nuw i8, ptr %27, i64 8
  %32 = load i32, ptr %31, align 4
  %33 = getelementptr inbounds nuw i8, ptr %27, i64 12
  %34 = load i32, ptr %33, align 4
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %36 = load i32, ptr %35, align 8
  %37 = zext i32 %36 to i64
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 %37
  store i32 %28, ptr %38, align 4
  %39 = load i32, ptr %35, align 8
  %40 = zext i32 %39 to i64
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 %40
  %42 = getelementptr inbounds nuw i8, ptr %41, i64 4
  store i32 %30, ptr %42, align 4
  %43 = load i32, ptr %35, align 8
  %44 = zext i32 %43 to i64
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 %44
  %46 = getelementptr inbounds nuw i8, ptr %45, i64 8
  store i32 %32, ptr %46, align 4
  %47 = load i32, ptr %35, align 8
  %48 = zext i32 %47 to i64
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 %48
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 12
  store i32 %34, ptr %50, align 4
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %52 = load ptr, ptr %51, align 8
  musttail call preserve_nonecc void %52(ptr nonnull %0, ptr nonnull %51)
  ret void
53:
  ret void
}
define preserve_nonecc void @scalar_load_x8(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load i64, ptr %5, align 1
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, %6
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 512
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %21
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  %20 = add i64 %9, %19
  br label %21
21:
  %22 = phi i64 [ %9, %2 ], [ %20, %14 ]
  %23 = and i64 %22, -4
  %24 = tail call fastcc i32 @scalar_access(ptr nonnull %0, ptr nonnull %1, i64 %23, i32 32, i32 0)
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %77, label %26
26:
  %27 = inttoptr i64 %23 to ptr
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 4
  %30 = load i32, ptr %29, align 4
  %31 = getelementptr inbounds nuw i8, ptr %27, i64 8
  %32 = load i32, ptr %31, align 4
  %33 = getelementptr inbounds nuw i8, ptr %27, i64 12
  %34 = load i32, ptr %33, align 4
  %35 = getelementptr inbounds nuw i8, ptr %27, i64 16
  %36 = load i32, ptr %35, align 4
  %37 = getelementptr inbounds nuw i8, ptr %27, i64 20
  %38 = load i32, ptr %37, align 4
  %39 = getelementptr inbounds nuw i8, ptr %27, i64 24
  %40 = load i32, ptr %39, align 4
  %41 = getelementptr inbounds nuw i8, ptr %27, i64 28
  %42 = load i32, ptr %41, align 4
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %44 = load i32, ptr %43, align 8
  %45 = zext i32 %44 to i64
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 %45
  store i32 %28, ptr %46, align 4
  %47 = load i32, ptr %43, align 8
  %48 = zext i32 %47 to i64
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 %48
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 4
  store i32 %30, ptr %50, align 4
  %51 = load i32, ptr %43, align 8
  %52 = zext i32 %51 to i64
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 %52
  %54 = getelementptr inbounds nuw i8, ptr %53, i64 8
  store i32 %32, ptr %54, align 4
  %55 = load i32, ptr %43, align 8
  %56 = zext i32 %55 to i64
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 %56
  %58 = getelementptr inbounds nuw i8, ptr %57, i64 12
  store i32 %34, ptr %58, align 4
  %59 = load i32, ptr %43, align 8
  %60 = zext i32 %59 to i64
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 %60
  %62 = getelementptr inbounds nuw i8, ptr %61, i64 16
  store i32 %36, ptr %62, align 4
  %63 = load i32, ptr %43, align 8
  %64 = zext i32 %63 to i64
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 %64
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 20
  store i32 %38, ptr %66, align 4
  %67 = load i32, ptr %43, align 8
  %68 = zext i32 %67 to i64
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 %68
  %70 = getelementptr inbounds nuw i8, ptr %69, i64 24
  store i32 %40, ptr %70, align 4
  %71 = load i32, ptr %43, align 8
  %72 = zext i32 %71 to i64
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 %72
  %74 = getelementptr inbounds nuw i8, ptr %73, i64 28
  store i32 %42, ptr %74, align 4
  %75 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %76 = load ptr, ptr %75, align 8
  musttail call preserve_nonecc void %76(ptr nonnull %0, ptr nonnull %75)
  ret void
77:
  ret void
}
define preserve_nonecc void @scalar_load_x16(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load i64, ptr %5, align 1
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, %6
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 512
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %21
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  %20 = add i64 %9, %19
  br label %21
21:
  %22 = phi i64 [ %9, %2 ], [ %20, %14 ]
  %23 = and i64 %22, -4
  %24 = tail call fastcc i32 @scalar_access(ptr nonnull %0, ptr nonnull %1, i64 %23, i32 64, i32 0)
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %125, label %26
26:
  %27 = inttoptr i64 %23 to ptr
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 4
  %30 = load i32, ptr %29, align 4
  %31 = getelementptr inbounds nuw i8, ptr %27, i64 8
  %32 = load i32, ptr %31, align 4
  %33 = getelementptr inbounds nuw i8, ptr %27, i64 12
  %34 = load i32, ptr %33, align 4
  %35 = getelementptr inbounds nuw i8, ptr %27, i64 16
  %36 = load i32, ptr %35, align 4
  %37 = getelementptr inbounds nuw i8, ptr %27, i64 20
  %38 = load i32, ptr %37, align 4
  %39 = getelementptr inbounds nuw i8, ptr %27, i64 24
  %40 = load i32, ptr %39, align 4
  %41 = getelementptr inbounds nuw i8, ptr %27, i64 28
  %42 = load i32, ptr %41, align 4
  %43 = getelementptr inbounds nuw i8, ptr %27, i64 32
  %44 = load i32, ptr %43, align 4
  %45 = getelementptr inbounds nuw i8, ptr %27, i64 36
  %46 = load i32, ptr %45, align 4
  %47 = getelementptr inbounds nuw i8, ptr %27, i64 40
  %48 = load i32, ptr %47, align 4
  %49 = getelementptr inbounds nuw i8, ptr %27, i64 44
  %50 = load i32, ptr %49, align 4
  %51 = getelementptr inbounds nuw i8, ptr %27, i64 48
  %52 = load i32, ptr %51, align 4
  %53 = getelementptr inbounds nuw i8, ptr %27, i64 52
  %54 = load i32, ptr %53, align 4
  %55 = getelementptr inbounds nuw i8, ptr %27, i64 56
  %56 = load i32, ptr %55, align 4
  %57 = getelementptr inbounds nuw i8, ptr %27, i64 60
  %58 = load i32, ptr %57, align 4
  %59 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %60 = load i32, ptr %59, align 8
  %61 = zext i32 %60 to i64
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 %61
  store i32 %28, ptr %62, align 4
  %63 = load i32, ptr %59, align 8
  %64 = zext i32 %63 to i64
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 %64
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 4
  store i32 %30, ptr %66, align 4
  %67 = load i32, ptr %59, align 8
  %68 = zext i32 %67 to i64
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 %68
  %70 = getelementptr inbounds nuw i8, ptr %69, i64 8
  store i32 %32, ptr %70, align 4
  %71 = load i32, ptr %59, align 8
  %72 = zext i32 %71 to i64
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 %72
  %74 = getelementptr inbounds nuw i8, ptr %73, i64 12
  store i32 %34, ptr %74, align 4
  %75 = load i32, ptr %59, align 8
  %76 = zext i32 %75 to i64
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 %76
  %78 = getelementptr inbounds nuw i8, ptr %77, i64 16
  store i32 %36, ptr %78, align 4
  %79 = load i32, ptr %59, align 8
  %80 = zext i32 %79 to i64
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 %80
  %82 = getelementptr inbounds nuw i8, ptr %81, i64 20
  store i32 %38, ptr %82, align 4
  %83 = load i32, ptr %59, align 8
  %84 = zext i32 %83 to i64
  %85 = getelementptr inbounds nuw i8, ptr %0, i64 %84
  %86 = getelementptr inbounds nuw i8, ptr %85, i64 24
  store i32 %40, ptr %86, align 4
  %87 = load i32, ptr %59, align 8
  %88 = zext i32 %87 to i64
  %89 = getelementptr inbounds nuw i8, ptr %0, i64 %88
  %90 = getelementptr inbounds nuw i8, ptr %89, i64 28
  store i32 %42, ptr %90, align 4
  %91 = load i32, ptr %59, align 8
  %92 = zext i32 %91 to i64
  %93 = getelementptr inbounds nuw i8, ptr %0, i64 %92
  %94 = getelementptr inbounds nuw i8, ptr %93, i64 32
  store i32 %44, ptr %94, align 4
  %95 = load i32, ptr %59, align 8
  %96 = zext i32 %95 to i64
  %97 = getelementptr inbounds nuw i8, ptr %0, i64 %96
  %98 = getelementptr inbounds nuw i8, ptr %97, i64 36
  store i32 %46, ptr %98, align 4
  %99 = load i32, ptr %59, align 8
  %100 = zext i32 %99 to i64
  %101 = getelementptr inbounds nuw i8, ptr %0, i64 %100
  %102 = getelementptr inbounds nuw i8, ptr %101, i64 40
  store i32 %48, ptr %102, align 4
  %103 = load i32, ptr %59, align 8
  %104 = zext i32 %103 to i64
  %105 = getelementptr inbounds nuw i8, ptr %0, i64 %104
  %106 = getelementptr inbounds nuw i8, ptr %105, i64 44
  store i32 %50, ptr %106, align 4
  %107 = load i32, ptr %59, align 8
  %108 = zext i32 %107 to i64
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 %108
  %110 = getelementptr inbounds nuw i8, ptr %109, i64 48
  store i32 %52, ptr %110, align 4
  %111 = load i32, ptr %59, align 8
  %112 = zext i32 %111 to i64
  %113 = getelementptr inbounds nuw i8, ptr %0, i64 %112
  %114 = getelementptr inbounds nuw i8, ptr %113, i64 52
  store i32 %54, ptr %114, align 4
  %115 = load i32, ptr %59, align 8
  %116 = zext i32 %115 to i64
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 %116
  %118 = getelementptr inbounds nuw i8, ptr %117, i64 56
  store i32 %56, ptr %118, align 4
  %119 = load i32, ptr %59, align 8
  %120 = zext i32 %119 to i64
  %121 = getelementptr inbounds nuw i8, ptr %0, i64 %120
  %122 = getelementptr inbounds nuw i8, ptr %121, i64 60
  store i32 %58, ptr %122, align 4
  %123 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %124 = load ptr, ptr %123, align 8
  musttail call preserve_nonecc void %124(ptr nonnull %0, ptr nonnull %123)
  ret void
125:
  ret void
}
define preserve_nonecc void @scalar_store_x1(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load i64, ptr %5, align 1
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, %6
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 512
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %21
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  %20 = add i64 %9, %19
  br label %21
21:
  %22 = phi i64 [ %9, %2 ], [ %20, %14 ]
  %23 = and i64 %22, -4
  %24 = tail call fastcc i32 @scalar_access(ptr nonnull %0, ptr nonnull %1, i64 %23, i32 4, i32 1)
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %34, label %26
26:
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %0, i64 %28
  %30 = inttoptr i64 %23 to ptr
  %31 = load i32, ptr %29, align 4
  store i32 %31, ptr %30, align 4
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %33 = load ptr, ptr %32, align 8
  musttail call preserve_nonecc void %33(ptr nonnull %0, ptr nonnull %32)
  ret void
34:
  ret void
}
define preserve_nonecc void @scalar_store_x2(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load i64, ptr %5, align 1
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, %6
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 512
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %21
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  %20 = add i64 %9, %19
  br label %21
21:
  %22 = phi i64 [ %9, %2 ], [ %20, %14 ]
  %23 = and i64 %22, -4
  %24 = tail call fastcc i32 @scalar_access(ptr nonnull %0, ptr nonnull %1, i64 %23, i32 8, i32 1)
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %37, label %26
26:
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %0, i64 %28
  %30 = inttoptr i64 %23 to ptr
  %31 = load i32, ptr %29, align 4
  store i32 %31, ptr %30, align 4
  %32 = getelementptr inbounds nuw i8, ptr %29, i64 4
  %33 = load i32, ptr %32, align 4
  %34 = getelementptr inbounds nuw i8, ptr %30, i64 4
  store i32 %33, ptr %34, align 4
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %36 = load ptr, ptr %35, align 8
  musttail call preserve_nonecc void %36(ptr nonnull %0, ptr nonnull %35)
  ret void
37:
  ret void
}
define preserve_nonecc void @scalar_store_x4(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load i64, ptr %5, align 1
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, %6
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 512
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %21
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  %20 = add i64 %9, %19
  br label %21
21:
  %22 = phi i64 [ %9, %2 ], [ %20, %14 ]
  %23 = and i64 %22, -4
  %24 = tail call fastcc i32 @scalar_access(ptr nonnull %0, ptr nonnull %1, i64 %23, i32 16, i32 1)
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %43, label %26
26:
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %0, i64 %28
  %30 = inttoptr i64 %23 to ptr
  %31 = load i32, ptr %29, align 4
  store i32 %31, ptr %30, align 4
  %32 = getelementptr inbounds nuw i8, ptr %29, i64 4
  %33 = load i32, ptr %32, align 4
  %34 = getelementptr inbounds nuw i8, ptr %30, i64 4
  store i32 %33, ptr %34, align 4
  %35 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %36 = load i32, ptr %35, align 4
  %37 = getelementptr inbounds nuw i8, ptr %30, i64 8
  store i32 %36, ptr %37, align 4
  %38 = getelementptr inbounds nuw i8, ptr %29, i64 12
  %39 = load i32, ptr %38, align 4
  %40 = getelementptr inbounds nuw i8, ptr %30, i64 12
  store i32 %39, ptr %40, align 4
  %41 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %42 = load ptr, ptr %41, align 8
  musttail call preserve_nonecc void %42(ptr nonnull %0, ptr nonnull %41)
  ret void
43:
  ret void
}
define preserve_nonecc void @scalar_buffer_load_x1(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @scalar_buffer_load(ptr %0, ptr %1, i32 1)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define internal fastcc range(i32 0, 2) i32 @scalar_buffer_load(ptr %0, ptr %1, i32 range(i32 1, 17) %2) unnamed_addr {
  %4 = alloca [16 x i32], align 16
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 %6
  %8 = load i32, ptr %7, align 4
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 65535
  %13 = zext nneg i32 %12 to i64
  %14 = shl nuw nsw i64 %13, 32
  %15 = or disjoint i64 %14, %9
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %19 = load i32, ptr %18, align 4
  %20 = zext i32 %19 to i64
  %21 = lshr i32 %11, 16
  %22 = and i32 %21, 16383
  %23 = tail call i32 @llvm.umax.i32(i32 %22, i32 1)
  %24 = zext nneg i32 %23 to i64
  %25 = mul nuw nsw i64 %24, %20
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %27 = load i32, ptr %26, align 4
  %28 = and i32 %27, 512
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %37
30:
  %31 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %0, i64 %32
  %34 = load i32, ptr %33, align 4
  %35 = zext i32 %34 to i64
  %36 = add i64 %17, %35
  br label %37
37:
  %38 = phi i64 [ %17, %3 ], [ %36, %30 ]
  %39 = and i64 %38, -4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %43 = zext nneg i32 %2 to i64
  br label %50
44:
  %45 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %46 = and i64 %43, 7
  %47 = icmp samesign ult i32 %2, 8
  br i1 %47, label %145, label %48
48:
  %49 = and i64 %43, 24
  br label %82
50:
  %51 = phi i64 [ 0, %37 ], [ %80, %79 ]
  %52 = shl nuw nsw i64 %51, 2
  %53 = add i64 %52, %39
  %54 = getelementptr inbounds nuw i32, ptr %4, i64 %51
  store i32 0, ptr %54, align 4
  %55 = add i64 %53, 4
  %56 = icmp ugt i64 %55, %25
  br i1 %56, label %64, label %57
57:
  %58 = add i64 %53, %15
  %59 = tail call fastcc i32 @scalar_access(ptr %0, ptr %1, i64 %58, i32 4, i32 0)
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %160, label %61
61:
  %62 = inttoptr i64 %58 to ptr
  %63 = load i32, ptr %62, align 1
  store i32 %63, ptr %54, align 4
  br label %79
64:
  %65 = load ptr, ptr %40, align 8
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 276
  %67 = load i32, ptr %66, align 4
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %79, label %69
69:
  %70 = load ptr, ptr %41, align 8
  %71 = getelementptr inbounds nuw i8, ptr %70, i64 120
  %72 = load ptr, ptr %71, align 8
  %73 = load i32, ptr %42, align 8
  %74 = zext i32 %73 to i64
  %75 = getelementptr inbounds nuw i64, ptr %72, i64 %74
  %76 = load i64, ptr %75, align 8
  %77 = add i64 %76, 1
  store i64 %77, ptr %75, align 8
  %78 = add i64 %53, %15
  tail call fastcc void @report(ptr nonnull %0, ptr %1, i32 4, i64 %78, i32 0, i32 4, i32 0)
  br label %79
79:
  %80 = add nuw nsw i64 %51, 1
  %81 = icmp eq i64 %80, %43
  br i1 %81, label %44, label %50
82:
  %83 = phi i64 [ 0, %48 ], [ %140, %82 ]
  %84 = phi i64 [ 0, %48 ], [ %141, %82 ]
  %85 = getelementptr inbounds nuw i32, ptr %4, i64 %83
  %86 = load i32, ptr %85, align 16
  %87 = load i32, ptr %45, align 8
  %88 = zext i32 %87 to i64
  %89 = getelementptr inbounds nuw i8, ptr %0, i64 %88
  %90 = getelementptr inbounds nuw i32, ptr %89, i64 %83
  store i32 %86, ptr %90, align 4
  %91 = or disjoint i64 %83, 1
  %92 = getelementptr inbounds nuw i32, ptr %4, i64 %91
  %93 = load i32, ptr %92, align 4
  %94 = load i32, ptr %45, align 8
  %95 = zext i32 %94 to i64
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 %95
  %97 = getelementptr inbounds nuw i32, ptr %96, i64 %91
  store i32 %93, ptr %97, align 4
  %98 = or disjoint i64 %83, 2
  %99 = getelementptr inbounds nuw i32, ptr %4, i64 %98
  %100 = load i32, ptr %99, align 8
  %101 = load i32, ptr %45, align 8
  %102 = zext i32 %101 to i64
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 %102
  %104 = getelementptr inbounds nuw i32, ptr %103, i64 %98
  store i32 %100, ptr %104, align 4
  %105 = or disjoint i64 %83, 3
  %106 = getelementptr inbounds nuw i32, ptr %4, i64 %105
  %107 = load i32, ptr %106, align 4
  %108 = load i32, ptr %45, align 8
  %109 = zext i32 %108 to i64
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 %109
  %111 = getelementptr inbounds nuw i32, ptr %110, i64 %105
  store i32 %107, ptr %111, align 4
  %112 = or disjoint i64 %83, 4
  %113 = getelementptr inbounds nuw i32, ptr %4, i64 %112
  %114 = load i32, ptr %113, align 16
  %115 = load i32, ptr %45, align 8
  %116 = zext i32 %115 to i64
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 %116
  %118 = getelementptr inbounds nuw i32, ptr %117, i64 %112
  store i32 %114, ptr %118, align 4
  %119 = or disjoint i64 %83, 5
  %120 = getelementptr inbounds nuw i32, ptr %4, i64 %119
  %121 = load i32, ptr %120, align 4
  %122 = load i32, ptr %45, align 8
  %123 = zext i32 %122 to i64
  %124 = getelementptr inbounds nuw i8, ptr %0, i64 %123
  %125 = getelementptr inbounds nuw i32, ptr %124, i64 %119
  store i32 %121, ptr %125, align 4
  %126 = or disjoint i64 %83, 6
  %127 = getelementptr inbounds nuw i32, ptr %4, i64 %126
  %128 = load i32, ptr %127, align 8
  %129 = load i32, ptr %45, align 8
  %130 = zext i32 %129 to i64
  %131 = getelementptr inbounds nuw i8, ptr %0, i64 %130
  %132 = getelementptr inbounds nuw i32, ptr %131, i64 %126
  store i32 %128, ptr %132, align 4
  %133 = or disjoint i64 %83, 7
  %134 = getelementptr inbounds nuw i32, ptr %4, i64 %133
  %135 = load i32, ptr %134, align 4
  %136 = load i32, ptr %45, align 8
  %137 = zext i32 %136 to i64
  %138 = getelementptr inbounds nuw i8, ptr %0, i64 %137
  %139 = getelementptr inbounds nuw i32, ptr %138, i64 %133
  store i32 %135, ptr %139, align 4
  %140 = add nuw nsw i64 %83, 8
  %141 = add i64 %84, 8
  %142 = icmp eq i64 %141, %49
  br i1 %142, label %143, label %82
143:
  %144 = icmp eq i64 %46, 0
  br i1 %144, label %160, label %145
145:
  %146 = phi i64 [ 0, %44 ], [ %140, %143 ]
  %147 = icmp ne i64 %46, 0
  tail call void @llvm.assume(i1 %147)
  br label %148
148:
  %149 = phi i64 [ %146, %145 ], [ %157, %148 ]
  %150 = phi i64 [ 0, %145 ], [ %158, %148 ]
  %151 = getelementptr inbounds nuw i32, ptr %4, i64 %149
  %152 = load i32, ptr %151, align 4
  %153 = load i32, ptr %45, align 8
  %154 = zext i32 %153 to i64
  %155 = getelementptr inbounds nuw i8, ptr %0, i64 %154
  %156 = getelementptr inbounds nuw i32, ptr %155, i64 %149
  store i32 %152, ptr %156, align 4
  %157 = add nuw nsw i64 %149, 1
  %158 = add i64 %150, 1
  %159 = icmp eq i64 %158, %46
  br i1 %159, label %160, label %148
160:
  %161 = phi i32 [ 1, %143 ], [ 1, %148 ], [ 0, %57 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret i32 %161
}
define preserve_nonecc void @scalar_buffer_load_x2(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @scalar_buffer_load(ptr %0, ptr %1, i32 2)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define preserve_nonecc void @scalar_buffer_load_x4(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @scalar_buffer_load(ptr %0, ptr %1, i32 4)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define preserve_nonecc void @scalar_buffer_load_x8(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @scalar_buffer_load(ptr %0, ptr %1, i32 8)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define preserve_nonecc void @scalar_buffer_load_x16(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @scalar_buffer_load(ptr %0, ptr %1, i32 16)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define preserve_nonecc void @memory_atomic_x1(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @memory_atomic(ptr %0, ptr %1, i32 1)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define internal fastcc range(i32 0, 2) i32 @memory_atomic(ptr %0, ptr %1, i32 range(i32 1, 3) %2) unnamed_addr {
  %4 = alloca %struct.Lanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %5 = shl nuw nsw i32 %2, 2
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = call fastcc i32 @lanes(ptr %0, ptr %1, ptr %4, i32 %5, i32 1)
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %327, label %10
10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 276
  %14 = load i32, ptr %13, align 4
  %15 = icmp eq i32 %14, 0
  %16 = getelementptr inbounds nuw i8, ptr %4, i64 552
  %17 = load i32, ptr %16, align 8
  %18 = icmp ne i32 %17, 0
  %19 = select i1 %15, i1 true, i1 %18
  %20 = getelementptr inbounds nuw i8, ptr %4, i64 528
  %21 = load i64, ptr %20, align 16
  br i1 %19, label %187, label %22
22:
  %23 = icmp eq i64 %21, 0
  br i1 %23, label %24, label %26
24:
  %25 = getelementptr inbounds nuw i8, ptr %4, i64 528
  br label %294
26:
  %27 = getelementptr inbounds nuw i8, ptr %4, i64 512
  %28 = load i64, ptr %27, align 64
  %29 = getelementptr inbounds nuw i8, ptr %4, i64 520
  %30 = load i64, ptr %29, align 8
  %31 = zext nneg i32 %5 to i64
  %32 = add i64 %30, %31
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 608
  %34 = load ptr, ptr %33, align 8
  %35 = ptrtoint ptr %34 to i64
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %37 = load i32, ptr %36, align 8
  %38 = icmp eq i32 %37, 0
  %39 = icmp ult i64 %28, %35
  %40 = select i1 %38, i1 true, i1 %39
  %41 = zext i32 %37 to i64
  %42 = shl nuw nsw i64 %41, 6
  %43 = add i64 %42, %35
  %44 = icmp ugt i64 %32, %43
  %45 = select i1 %40, i1 true, i1 %44
  br i1 %45, label %48, label %46
46:
  %47 = getelementptr inbounds nuw i8, ptr %4, i64 528
  br label %190
48:
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %50 = load ptr, ptr %49, align 8
  %51 = getelementptr inbounds nuw i8, ptr %12, i64 96
  %52 = load ptr, ptr %51, align 8
  %53 = getelementptr inbounds nuw i8, ptr %50, i64 72
  %54 = load i64, ptr %53, align 8
  %55 = getelementptr inbounds nuw %struct.Region, ptr %52, i64 %54
  %56 = load i64, ptr %55, align 8
  %57 = icmp ult i64 %28, %56
  br i1 %57, label %64, label %58
58:
  %59 = getelementptr inbounds nuw i8, ptr %55, i64 8
  %60 = load i64, ptr %59, align 8
  %61 = icmp ule i64 %32, %60
  %62 = icmp ule i64 %28, %32
  %63 = select i1 %61, i1 %62, i1 false
  br i1 %63, label %84, label %64
64:
  %65 = getelementptr inbounds nuw i8, ptr %12, i64 104
  %66 = load i64, ptr %65, align 8
  %67 = icmp eq i64 %66, 0
  br i1 %67, label %87, label %68
68:
  %69 = icmp ugt i64 %28, %32
  br label %70
70:
  %71 = phi i64 [ 0, %68 ], [ %81, %80 ]
  %72 = getelementptr inbounds nuw %struct.Region, ptr %52, i64 %71
  %73 = load i64, ptr %72, align 8
  %74 = icmp ult i64 %28, %73
  br i1 %74, label %80, label %75
75:
  %76 = getelementptr inbounds nuw i8, ptr %72, i64 8
  %77 = load i64, ptr %76, align 8
  %78 = icmp ugt i64 %32, %77
  %79 = or i1 %69, %78
  br i1 %79, label %80, label %83
80:
  %81 = add nuw i64 %71, 1
  %82 = icmp eq i64 %81, %66
  br i1 %82, label %87, label %70
83:
  store i64 %71, ptr %53, align 8
  br label %84
84:
  %85 = phi i64 [ %71, %83 ], [ %54, %58 ]
  %86 = icmp sgt i64 %85, -1
  br i1 %86, label %88, label %87
87:
  br label %109
88:
  %89 = getelementptr inbounds nuw i8, ptr %50, i64 56
  %90 = load ptr, ptr %89, align 8
  %91 = tail call range(i64 1, 65) i64 @llvm.ctpop.i64(i64 %21)
  %92 = mul nuw nsw i64 %91, %31
  %93 = getelementptr inbounds nuw i64, ptr %90, i64 %85
  %94 = load i64, ptr %93, align 8
  %95 = add i64 %94, %92
  store i64 %95, ptr %93, align 8
  %96 = getelementptr inbounds nuw %struct.Region, ptr %52, i64 %85
  %97 = getelementptr inbounds nuw i8, ptr %96, i64 24
  %98 = load ptr, ptr %97, align 8
  %99 = icmp eq ptr %98, null
  br i1 %99, label %187, label %100
100:
  %101 = phi i64 [ %107, %100 ], [ %21, %88 ]
  %102 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %101, i1 true)
  %103 = trunc nuw nsw i64 %102 to i32
  %104 = getelementptr inbounds nuw i64, ptr %4, i64 %102
  %105 = load i64, ptr %104, align 8
  tail call fastcc void @shadow_global(ptr %0, ptr %1, i64 %85, i64 %105, i32 %103, i32 range(i32 1, 17) %5, i32 0)
  %106 = add i64 %101, -1
  %107 = and i64 %106, %101
  %108 = icmp eq i64 %107, 0
  br i1 %108, label %187, label %100
109:
  %110 = phi i64 [ %177, %175 ], [ %21, %87 ]
  %111 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %110, i1 true)
  %112 = trunc nuw nsw i64 %111 to i32
  %113 = getelementptr inbounds nuw i64, ptr %4, i64 %111
  %114 = load i64, ptr %113, align 8
  %115 = add i64 %114, %31
  %116 = load ptr, ptr %33, align 8
  %117 = ptrtoint ptr %116 to i64
  %118 = load i32, ptr %36, align 8
  %119 = icmp eq i32 %118, 0
  %120 = icmp ult i64 %114, %117
  %121 = select i1 %119, i1 true, i1 %120
  %122 = zext i32 %118 to i64
  %123 = shl nuw nsw i64 %122, 6
  %124 = add i64 %123, %117
  %125 = icmp ugt i64 %115, %124
  %126 = select i1 %121, i1 true, i1 %125
  br i1 %126, label %127, label %175
127:
  %128 = load ptr, ptr %49, align 8
  %129 = load ptr, ptr %11, align 8
  %130 = getelementptr inbounds nuw i8, ptr %129, i64 96
  %131 = load ptr, ptr %130, align 8
  %132 = getelementptr inbounds nuw i8, ptr %128, i64 72
  %133 = load i64, ptr %132, align 8
  %134 = getelementptr inbounds nuw %struct.Region, ptr %131, i64 %133
  %135 = load i64, ptr %134, align 8
  %136 = icmp ult i64 %114, %135
  br i1 %136, label %143, label %137
137:
  %138 = getelementptr inbounds nuw i8, ptr %134, i64 8
  %139 = load i64, ptr %138, align 8
  %140 = icmp ule i64 %115, %139
  %141 = icmp ule i64 %114, %115
  %142 = and i1 %141, %140
  br i1 %142, label %163, label %143
143:
  %144 = getelementptr inbounds nuw i8, ptr %129, i64 104
  %145 = load i64, ptr %144, align 8
  %146 = icmp eq i64 %145, 0
  br i1 %146, label %179, label %147
147:
  %148 = icmp ugt i64 %114, %115
  br label %149
149:
  %150 = phi i64 [ 0, %147 ], [ %160, %159 ]
  %151 = getelementptr inbounds nuw %struct.Region, ptr %131, i64 %150
  %152 = load i64, ptr %151, align 8
  %153 = icmp ult i64 %114, %152
  br i1 %153, label %159, label %154
154:
  %155 = getelementptr inbounds nuw i8, ptr %151, i64 8
  %156 = load i64, ptr %155, align 8
  %157 = icmp ugt i64 %115, %156
  %158 = or i1 %148, %157
  br i1 %158, label %159, label %162
159:
  %160 = add nuw i64 %150, 1
  %161 = icmp eq i64 %160, %145
  br i1 %161, label %179, label %149
162:
  store i64 %150, ptr %132, align 8
  br label %163
163:
  %164 = phi i64 [ %150, %162 ], [ %133, %137 ]
  %165 = icmp slt i64 %164, 0
  br i1 %165, label %179, label %166
166:
  %167 = getelementptr inbounds nuw i8, ptr %128, i64 56
  %168 = load ptr, ptr %167, align 8
  %169 = getelementptr inbounds nuw i64, ptr %168, i64 %164
  %170 = load i64, ptr %169, align 8
  %171 = add i64 %170, %31
  store i64 %171, ptr %169, align 8
  %172 = load i32, ptr %13, align 4
  %173 = icmp eq i32 %172, 0
  br i1 %173, label %175, label %174
174:
  tail call fastcc void @shadow_global(ptr %0, ptr %1, i64 %164, i64 %114, i32 %112, i32 range(i32 1, 17) %5, i32 0)
  br label %175
175:
  %176 = add i64 %110, -1
  %177 = and i64 %176, %110
  %178 = icmp eq i64 %177, 0
  br i1 %178, label %187, label %109
179:
  %180 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %180, align 8
  %181 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 1, ptr %181, align 8
  %182 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %114, ptr %182, align 8
  %183 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %112, ptr %183, align 4
  %184 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %5, ptr %184, align 8
  %185 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %185, align 8
  %186 = getelementptr inbounds nuw i8, ptr %0, i64 596
  store i32 0, ptr %186, align 4
  br label %327
187:
  %188 = getelementptr inbounds nuw i8, ptr %4, i64 528
  %189 = icmp eq i64 %21, 0
  br i1 %189, label %294, label %190
190:
  %191 = phi ptr [ %47, %46 ], [ %188, %187 ]
  %192 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %193 = load i64, ptr %192, align 8
  %194 = trunc i64 %193 to i32
  %195 = icmp eq i32 %7, 1
  %196 = shl nuw nsw i32 %2, 8
  %197 = select i1 %195, i32 %196, i32 0
  %198 = add i32 %197, %194
  %199 = add nsw i32 %5, -1
  %200 = zext nneg i32 %199 to i64
  %201 = and i64 %193, 4294967295
  %202 = getelementptr inbounds nuw i8, ptr %0, i64 %201
  %203 = zext i32 %198 to i64
  %204 = getelementptr inbounds nuw i8, ptr %0, i64 %203
  %205 = icmp eq i32 %2, 1
  %206 = getelementptr inbounds nuw i8, ptr %202, i64 256
  %207 = getelementptr inbounds nuw i8, ptr %204, i64 256
  %208 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %209 = getelementptr inbounds nuw i8, ptr %1, i64 8
  br label %210
210:
  %211 = phi i64 [ %21, %190 ], [ %284, %282 ]
  %212 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %211, i1 true)
  %213 = getelementptr inbounds nuw i64, ptr %4, i64 %212
  %214 = load i64, ptr %213, align 8
  %215 = and i64 %214, %200
  %216 = icmp eq i64 %215, 0
  br i1 %216, label %217, label %286
217:
  %218 = getelementptr inbounds nuw i32, ptr %202, i64 %212
  %219 = load i32, ptr %218, align 4
  br i1 %205, label %220, label %239
220:
  %221 = getelementptr inbounds nuw i32, ptr %204, i64 %212
  %222 = load i32, ptr %221, align 4
  %223 = inttoptr i64 %214 to ptr
  %224 = load atomic i32, ptr %223 monotonic, align 4
  br label %225
225:
  %226 = phi i32 [ %224, %220 ], [ %230, %225 ]
  %227 = tail call fastcc i32 @atomic_value32(i32 %7, i32 %226, i32 %219, i32 %222)
  %228 = cmpxchg ptr %223, i32 %226, i32 %227 seq_cst monotonic, align 4
  %229 = extractvalue { i32, i1 } %228, 1
  %230 = extractvalue { i32, i1 } %228, 0
  br i1 %229, label %231, label %225
231:
  %232 = load i32, ptr %208, align 4
  %233 = and i32 %232, 256
  %234 = icmp eq i32 %233, 0
  br i1 %234, label %282, label %235
235:
  %236 = load i32, ptr %209, align 8
  %237 = zext i32 %236 to i64
  %238 = getelementptr inbounds nuw i8, ptr %0, i64 %237
  br label %278
239:
  %240 = zext i32 %219 to i64
  %241 = getelementptr inbounds nuw i32, ptr %206, i64 %212
  %242 = load i32, ptr %241, align 4
  %243 = zext i32 %242 to i64
  %244 = shl nuw i64 %243, 32
  %245 = or disjoint i64 %244, %240
  %246 = getelementptr inbounds nuw i32, ptr %204, i64 %212
  %247 = load i32, ptr %246, align 4
  %248 = zext i32 %247 to i64
  %249 = getelementptr inbounds nuw i32, ptr %207, i64 %212
  %250 = load i32, ptr %249, align 4
  %251 = zext i32 %250 to i64
  %252 = shl nuw i64 %251, 32
  %253 = or disjoint i64 %252, %248
  %254 = inttoptr i64 %214 to ptr
  %255 = load atomic i64, ptr %254 monotonic, align 8
  br label %256
256:
  %257 = phi i64 [ %255, %239 ], [ %261, %256 ]
  %258 = tail call fastcc i64 @atomic_value64(i32 %7, i64 %257, i64 %245, i64 %253)
  %259 = cmpxchg ptr %254, i64 %257, i64 %258 seq_cst monotonic, align 8
  %260 = extractvalue { i64, i1 } %259, 1
  %261 = extractvalue { i64, i1 } %259, 0
  br i1 %260, label %262, label %256
262:
  %263 = load i32, ptr %208, align 4
  %264 = and i32 %263, 256
  %265 = icmp eq i32 %264, 0
  br i1 %265, label %282, label %266
266:
  %267 = trunc i64 %257 to i32
  %268 = load i32, ptr %209, align 8
  %269 = zext i32 %268 to i64
  %270 = getelementptr inbounds nuw i8, ptr %0, i64 %269
  %271 = getelementptr inbounds nuw i32, ptr %270, i64 %212
  store i32 %267, ptr %271, align 4
  %272 = lshr i64 %257, 32
  %273 = trunc nuw i64 %272 to i32
  %274 = load i32, ptr %209, align 8
  %275 = zext i32 %274 to i64
  %276 = getelementptr inbounds nuw i8, ptr %0, i64 %275
  %277 = getelementptr inbounds nuw i8, ptr %276, i64 256
  br label %278
278:
  %279 = phi ptr [ %277, %266 ], [ %238, %235 ]
  %280 = phi i32 [ %273, %266 ], [ %226, %235 ]
  %281 = getelementptr inbounds nuw i32, ptr %279, i64 %212
  store i32 %280, ptr %281, align 4
  br label %282
282:
  %283 = add i64 %211, -1
  %284 = and i64 %283, %211
  %285 = icmp eq i64 %284, 0
  br i1 %285, label %294, label %210
286:
  %287 = trunc nuw nsw i64 %212 to i32
  %288 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %288, align 8
  %289 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 12, ptr %289, align 8
  %290 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %214, ptr %290, align 8
  %291 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %287, ptr %291, align 4
  %292 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %5, ptr %292, align 8
  %293 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %293, align 8
  br label %327
294:
  %295 = phi ptr [ %25, %24 ], [ %188, %187 ], [ %191, %282 ]
  %296 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %297 = load i32, ptr %296, align 4
  %298 = and i32 %297, 263
  %299 = icmp eq i32 %298, 258
  br i1 %299, label %300, label %327
300:
  %301 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %302 = load i64, ptr %301, align 8
  %303 = load i64, ptr %295, align 16
  %304 = xor i64 %303, -1
  %305 = and i64 %302, %304
  %306 = icmp eq i64 %305, 0
  br i1 %306, label %327, label %307
307:
  %308 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %309 = icmp eq i32 %2, 1
  br label %310
310:
  %311 = phi i64 [ %305, %307 ], [ %319, %317 ]
  %312 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %311, i1 true)
  %313 = load i32, ptr %308, align 8
  %314 = zext i32 %313 to i64
  %315 = getelementptr inbounds nuw i8, ptr %0, i64 %314
  %316 = getelementptr inbounds nuw i32, ptr %315, i64 %312
  store i32 0, ptr %316, align 4
  br i1 %309, label %317, label %321
317:
  %318 = add i64 %311, -1
  %319 = and i64 %318, %311
  %320 = icmp eq i64 %319, 0
  br i1 %320, label %327, label %310
321:
  %322 = load i32, ptr %308, align 8
  %323 = zext i32 %322 to i64
  %324 = getelementptr inbounds nuw i8, ptr %0, i64 %323
  %325 = getelementptr inbounds nuw i8, ptr %324, i64 256
  %326 = getelementptr inbounds nuw i32, ptr %325, i64 %312
  store i32 0, ptr %326, align 4
  br label %317
327:
  %328 = phi i32 [ 1, %294 ], [ 0, %3 ], [ 0, %286 ], [ 0, %179 ], [ 1, %300 ], [ 1, %317 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret i32 %328
}
define preserve_nonecc void @memory_atomic_x2(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @memory_atomic(ptr %0, ptr %1, i32 2)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define preserve_nonecc void @local_atomic_x1(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @local_atomic(ptr %0, ptr %1, i32 1)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define internal fastcc range(i32 0, 2) i32 @local_atomic(ptr %0, ptr %1, i32 range(i32 1, 3) %2) unnamed_addr {
  %4 = alloca %struct.LocalLanes, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %5 = shl nuw nsw i32 %2, 2
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %7 = load i64, ptr %6, align 8
  %8 = trunc i64 %7 to i32
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = trunc i64 %10 to i32
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %13 = load i64, ptr %12, align 8
  %14 = trunc i64 %13 to i32
  %15 = call fastcc i32 @local_lanes(ptr %0, ptr %1, ptr %4, i32 %11, i32 %14, i32 %5, i32 1, i32 1)
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %129, label %17
17:
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %19 = load i64, ptr %18, align 8
  switch i32 %8, label %23 [
    i32 22, label %20
    i32 1, label %20
  ]
20:
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %22 = load i64, ptr %21, align 8
  br label %23
23:
  %24 = phi i64 [ %22, %20 ], [ %19, %17 ]
  %25 = getelementptr inbounds nuw i8, ptr %4, i64 264
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %129, label %28
28:
  %29 = add nsw i32 %5, -1
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %31 = and i64 %24, 4294967295
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 %31
  %33 = and i64 %19, 4294967295
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 %33
  %35 = icmp eq i32 %2, 1
  %36 = getelementptr inbounds nuw i8, ptr %32, i64 256
  %37 = getelementptr inbounds nuw i8, ptr %34, i64 256
  %38 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 8
  br label %40
40:
  %41 = phi i64 [ %26, %28 ], [ %127, %125 ]
  %42 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %41, i1 true)
  %43 = getelementptr inbounds nuw i32, ptr %4, i64 %42
  %44 = load i32, ptr %43, align 4
  %45 = and i32 %44, %29
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %47, label %112
47:
  %48 = load ptr, ptr %30, align 8
  %49 = ptrtoint ptr %48 to i64
  %50 = zext i32 %44 to i64
  %51 = add i64 %49, %50
  %52 = getelementptr inbounds nuw i32, ptr %32, i64 %42
  %53 = load i32, ptr %52, align 4
  br i1 %35, label %54, label %73
54:
  %55 = getelementptr inbounds nuw i32, ptr %34, i64 %42
  %56 = load i32, ptr %55, align 4
  %57 = inttoptr i64 %51 to ptr
  %58 = load atomic i32, ptr %57 monotonic, align 4
  br label %59
59:
  %60 = phi i32 [ %58, %54 ], [ %64, %59 ]
  %61 = tail call fastcc i32 @atomic_value32(i32 %8, i32 %60, i32 %53, i32 %56)
  %62 = cmpxchg ptr %57, i32 %60, i32 %61 seq_cst monotonic, align 4
  %63 = extractvalue { i32, i1 } %62, 1
  %64 = extractvalue { i32, i1 } %62, 0
  br i1 %63, label %65, label %59
65:
  %66 = load i32, ptr %38, align 4
  %67 = and i32 %66, 256
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %125, label %69
69:
  %70 = load i32, ptr %39, align 8
  %71 = zext i32 %70 to i64
  %72 = getelementptr inbounds nuw i8, ptr %0, i64 %71
  br label %121
73:
  %74 = zext i32 %53 to i64
  %75 = getelementptr inbounds nuw i32, ptr %36, i64 %42
  %76 = load i32, ptr %75, align 4
  %77 = zext i32 %76 to i64
  %78 = shl nuw i64 %77, 32
  %79 = or disjoint i64 %78, %74
  %80 = getelementptr inbounds nuw i32, ptr %34, i64 %42
  %81 = load i32, ptr %80, align 4
  %82 = zext i32 %81 to i64
  %83 = getelementptr inbounds nuw i32, ptr %37, i64 %42
  %84 = load i32, ptr %83, align 4
  %85 = zext i32 %84 to i64
  %86 = shl nuw i64 %85, 32
  %87 = or disjoint i64 %86, %82
  %88 = inttoptr i64 %51 to ptr
  %89 = load atomic i64, ptr %88 monotonic, align 8
  br label %90
90:
  %91 = phi i64 [ %89, %73 ], [ %95, %90 ]
  %92 = tail call fastcc i64 @atomic_value64(i32 %8, i64 %91, i64 %79, i64 %87)
  %93 = cmpxchg ptr %88, i64 %91, i64 %92 seq_cst monotonic, align 8
  %94 = extractvalue { i64, i1 } %93, 1
  %95 = extractvalue { i64, i1 } %93, 0
  br i1 %94, label %96, label %90
96:
  %97 = load i32, ptr %38, align 4
  %98 = and i32 %97, 256
  %99 = icmp eq i32 %98, 0
  br i1 %99, label %125, label %100
100:
  %101 = trunc i64 %91 to i32
  %102 = load i32, ptr %39, align 8
  %103 = zext i32 %102 to i64
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 %103
  %105 = getelementptr inbounds nuw i32, ptr %104, i64 %42
  store i32 %101, ptr %105, align 4
  %106 = lshr i64 %91, 32
  %107 = trunc nuw i64 %106 to i32
  %108 = load i32, ptr %39, align 8
  %109 = zext i32 %108 to i64
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 %109
  %111 = getelementptr inbounds nuw i8, ptr %110, i64 256
  br label %121
112:
  %113 = trunc nuw nsw i64 %42 to i32
  %114 = zext i32 %44 to i64
  %115 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %115, align 8
  %116 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 12, ptr %116, align 8
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %114, ptr %117, align 8
  %118 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %113, ptr %118, align 4
  %119 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %5, ptr %119, align 8
  %120 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %120, align 8
  br label %129
121:
  %122 = phi ptr [ %111, %100 ], [ %72, %69 ]
  %123 = phi i32 [ %107, %100 ], [ %60, %69 ]
  %124 = getelementptr inbounds nuw i32, ptr %122, i64 %42
  store i32 %123, ptr %124, align 4
  br label %125
125:
  %126 = add i64 %41, -1
  %127 = and i64 %126, %41
  %128 = icmp eq i64 %127, 0
  br i1 %128, label %129, label %40
129:
  %130 = phi i32 [ 0, %3 ], [ 0, %112 ], [ 1, %23 ], [ 1, %125 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret i32 %130
}
define preserve_nonecc void @local_atomic_x2(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @local_atomic(ptr %0, ptr %1, i32 2)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define preserve_nonecc void @scalar_atomic_x1(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @scalar_atomic(ptr %0, ptr %1, i32 1)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define internal fastcc range(i32 0, 2) i32 @scalar_atomic(ptr %0, ptr %1, i32 range(i32 1, 3) %2) unnamed_addr {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 %5
  %7 = load i64, ptr %6, align 1
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, %7
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %12 = load i32, ptr %11, align 4
  %13 = and i32 %12, 512
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %22
15:
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds i8, ptr %0, i64 %17
  %19 = load i32, ptr %18, align 4
  %20 = zext i32 %19 to i64
  %21 = add i64 %10, %20
  br label %22
22:
  %23 = phi i64 [ %10, %3 ], [ %21, %15 ]
  %24 = and i64 %23, -4
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %26 = load i32, ptr %25, align 4
  %27 = shl nuw nsw i32 %2, 2
  %28 = tail call fastcc i32 @scalar_access(ptr nonnull %0, ptr nonnull %1, i64 %24, i32 %27, i32 1)
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %80, label %30
30:
  %31 = zext nneg i32 %27 to i64
  %32 = add nsw i64 %31, -1
  %33 = and i64 %24, %32
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %42, label %35
35:
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %36, align 8
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 12, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %24, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 0, ptr %39, align 4
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %27, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %41, align 8
  br label %80
42:
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr inbounds i8, ptr %0, i64 %44
  %46 = icmp eq i32 %2, 1
  %47 = inttoptr i64 %24 to ptr
  br i1 %46, label %48, label %64
48:
  %49 = load i32, ptr %45, align 4
  %50 = getelementptr inbounds nuw i8, ptr %45, i64 4
  %51 = load i32, ptr %50, align 4
  %52 = load atomic i32, ptr %47 monotonic, align 4
  br label %53
53:
  %54 = phi i32 [ %52, %48 ], [ %58, %53 ]
  %55 = tail call fastcc i32 @atomic_value32(i32 %26, i32 %54, i32 %49, i32 %51)
  %56 = cmpxchg ptr %47, i32 %54, i32 %55 seq_cst monotonic, align 4
  %57 = extractvalue { i32, i1 } %56, 1
  %58 = extractvalue { i32, i1 } %56, 0
  br i1 %57, label %59, label %53
59:
  %60 = load i32, ptr %11, align 4
  %61 = and i32 %60, 256
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %80, label %63
63:
  store i32 %54, ptr %45, align 4
  br label %80
64:
  %65 = load i64, ptr %45, align 4
  %66 = getelementptr inbounds nuw i8, ptr %45, i64 8
  %67 = load i64, ptr %66, align 4
  %68 = load atomic i64, ptr %47 monotonic, align 8
  br label %69
69:
  %70 = phi i64 [ %68, %64 ], [ %74, %69 ]
  %71 = tail call fastcc i64 @atomic_value64(i32 %26, i64 %70, i64 %65, i64 %67)
  %72 = cmpxchg ptr %47, i64 %70, i64 %71 seq_cst monotonic, align 8
  %73 = extractvalue { i64, i1 } %72, 1
  %74 = extractvalue { i64, i1 } %72, 0
  br i1 %73, label %75, label %69
75:
  %76 = load i32, ptr %11, align 4
  %77 = and i32 %76, 256
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %80, label %79
79:
  store i64 %70, ptr %45, align 4
  br label %80
80:
  %81 = phi i32 [ 0, %35 ], [ 0, %22 ], [ 1, %75 ], [ 1, %79 ], [ 1, %59 ], [ 1, %63 ]
  ret i32 %81
}
define preserve_nonecc void @scalar_atomic_x2(ptr %0, ptr %1) {
  %3 = tail call fastcc i32 @scalar_atomic(ptr %0, ptr %1, i32 2)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load ptr, ptr %6, align 8
  musttail call preserve_nonecc void %7(ptr %0, ptr nonnull %6)
  ret void
8:
  ret void
}
define preserve_nonecc void @matrix_32x32x1_2b_f32(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_f32(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 1)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_f32(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 1)
  call fastcc void @tiles32(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 2, i32 1)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x1_4b_f32(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_f32(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 1)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_f32(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 1)
  call fastcc void @tiles16(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 4, i32 1)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_4x4x1_16b_f32(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  %7 = alloca [4 x [4 x <16 x i32>]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 8064
  br i1 %10, label %13, label %11
11:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %12 = load i32, ptr %8, align 4
  br label %13
13:
  %14 = phi i32 [ 8064, %2 ], [ %12, %11 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = trunc i64 %16 to i32
  call fastcc void @unpack_f32(ptr nonnull %0, i32 %17, ptr nonnull %5, i32 1)
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %19 = load i64, ptr %18, align 8
  %20 = trunc i64 %19 to i32
  call fastcc void @unpack_f32(ptr nonnull %0, i32 %20, ptr nonnull %6, i32 1)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %22 = load i32, ptr %21, align 4
  %23 = and i32 %22, 512
  %24 = icmp eq i32 %23, 0
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %26 = load i64, ptr %25, align 8
  %27 = trunc i64 %26 to i32
  %28 = insertelement <16 x i32> poison, i32 %27, i64 0
  %29 = shufflevector <16 x i32> %28, <16 x i32> poison, <16 x i32> zeroinitializer
  %30 = trunc i64 %26 to i32
  %31 = insertelement <16 x i32> poison, i32 %30, i64 0
  %32 = shufflevector <16 x i32> %31, <16 x i32> poison, <16 x i32> zeroinitializer
  %33 = trunc i64 %26 to i32
  %34 = insertelement <16 x i32> poison, i32 %33, i64 0
  %35 = shufflevector <16 x i32> %34, <16 x i32> poison, <16 x i32> zeroinitializer
  %36 = trunc i64 %26 to i32
  %37 = insertelement <16 x i32> poison, i32 %36, i64 0
  %38 = shufflevector <16 x i32> %37, <16 x i32> poison, <16 x i32> zeroinitializer
  %39 = getelementptr i8, ptr %0, i64 %26
  %40 = getelementptr i8, ptr %0, i64 %26
  %41 = getelementptr i8, ptr %40, i64 256
  %42 = getelementptr i8, ptr %0, i64 %26
  %43 = getelementptr i8, ptr %42, i64 512
  %44 = getelementptr i8, ptr %0, i64 %26
  %45 = getelementptr i8, ptr %44, i64 768
  br label %152
46:
  %47 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %48 = load <16 x i32>, ptr %7, align 64
  %49 = load i32, ptr %47, align 8
  %50 = zext i32 %49 to i64
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 %50
  store <16 x i32> %48, ptr %51, align 64
  %52 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %53 = load <16 x i32>, ptr %52, align 64
  %54 = load i32, ptr %47, align 8
  %55 = zext i32 %54 to i64
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 %55
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 64
  store <16 x i32> %53, ptr %57, align 64
  %58 = getelementptr inbounds nuw i8, ptr %7, i64 128
  %59 = load <16 x i32>, ptr %58, align 64
  %60 = load i32, ptr %47, align 8
  %61 = zext i32 %60 to i64
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 %61
  %63 = getelementptr inbounds nuw i8, ptr %62, i64 128
  store <16 x i32> %59, ptr %63, align 64
  %64 = getelementptr inbounds nuw i8, ptr %7, i64 192
  %65 = load <16 x i32>, ptr %64, align 64
  %66 = load i32, ptr %47, align 8
  %67 = zext i32 %66 to i64
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 %67
  %69 = getelementptr inbounds nuw i8, ptr %68, i64 192
  store <16 x i32> %65, ptr %69, align 64
  %70 = getelementptr inbounds nuw i8, ptr %7, i64 256
  %71 = load <16 x i32>, ptr %70, align 64
  %72 = load i32, ptr %47, align 8
  %73 = add i32 %72, 256
  %74 = zext i32 %73 to i64
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 %74
  store <16 x i32> %71, ptr %75, align 64
  %76 = getelementptr inbounds nuw i8, ptr %7, i64 320
  %77 = load <16 x i32>, ptr %76, align 64
  %78 = load i32, ptr %47, align 8
  %79 = add i32 %78, 256
  %80 = zext i32 %79 to i64
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 %80
  %82 = getelementptr inbounds nuw i8, ptr %81, i64 64
  store <16 x i32> %77, ptr %82, align 64
  %83 = getelementptr inbounds nuw i8, ptr %7, i64 384
  %84 = load <16 x i32>, ptr %83, align 64
  %85 = load i32, ptr %47, align 8
  %86 = add i32 %85, 256
  %87 = zext i32 %86 to i64
  %88 = getelementptr inbounds nuw i8, ptr %0, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 128
  store <16 x i32> %84, ptr %89, align 64
  %90 = getelementptr inbounds nuw i8, ptr %7, i64 448
  %91 = load <16 x i32>, ptr %90, align 64
  %92 = load i32, ptr %47, align 8
  %93 = add i32 %92, 256
  %94 = zext i32 %93 to i64
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 %94
  %96 = getelementptr inbounds nuw i8, ptr %95, i64 192
  store <16 x i32> %91, ptr %96, align 64
  %97 = getelementptr inbounds nuw i8, ptr %7, i64 512
  %98 = load <16 x i32>, ptr %97, align 64
  %99 = load i32, ptr %47, align 8
  %100 = add i32 %99, 512
  %101 = zext i32 %100 to i64
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 %101
  store <16 x i32> %98, ptr %102, align 64
  %103 = getelementptr inbounds nuw i8, ptr %7, i64 576
  %104 = load <16 x i32>, ptr %103, align 64
  %105 = load i32, ptr %47, align 8
  %106 = add i32 %105, 512
  %107 = zext i32 %106 to i64
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 %107
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 64
  store <16 x i32> %104, ptr %109, align 64
  %110 = getelementptr inbounds nuw i8, ptr %7, i64 640
  %111 = load <16 x i32>, ptr %110, align 64
  %112 = load i32, ptr %47, align 8
  %113 = add i32 %112, 512
  %114 = zext i32 %113 to i64
  %115 = getelementptr inbounds nuw i8, ptr %0, i64 %114
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 128
  store <16 x i32> %111, ptr %116, align 64
  %117 = getelementptr inbounds nuw i8, ptr %7, i64 704
  %118 = load <16 x i32>, ptr %117, align 64
  %119 = load i32, ptr %47, align 8
  %120 = add i32 %119, 512
  %121 = zext i32 %120 to i64
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 %121
  %123 = getelementptr inbounds nuw i8, ptr %122, i64 192
  store <16 x i32> %118, ptr %123, align 64
  %124 = getelementptr inbounds nuw i8, ptr %7, i64 768
  %125 = load <16 x i32>, ptr %124, align 64
  %126 = load i32, ptr %47, align 8
  %127 = add i32 %126, 768
  %128 = zext i32 %127 to i64
  %129 = getelementptr inbounds nuw i8, ptr %0, i64 %128
  store <16 x i32> %125, ptr %129, align 64
  %130 = getelementptr inbounds nuw i8, ptr %7, i64 832
  %131 = load <16 x i32>, ptr %130, align 64
  %132 = load i32, ptr %47, align 8
  %133 = add i32 %132, 768
  %134 = zext i32 %133 to i64
  %135 = getelementptr inbounds nuw i8, ptr %0, i64 %134
  %136 = getelementptr inbounds nuw i8, ptr %135, i64 64
  store <16 x i32> %131, ptr %136, align 64
  %137 = getelementptr inbounds nuw i8, ptr %7, i64 896
  %138 = load <16 x i32>, ptr %137, align 64
  %139 = load i32, ptr %47, align 8
  %140 = add i32 %139, 768
  %141 = zext i32 %140 to i64
  %142 = getelementptr inbounds nuw i8, ptr %0, i64 %141
  %143 = getelementptr inbounds nuw i8, ptr %142, i64 128
  store <16 x i32> %138, ptr %143, align 64
  %144 = getelementptr inbounds nuw i8, ptr %7, i64 960
  %145 = load <16 x i32>, ptr %144, align 64
  %146 = load i32, ptr %47, align 8
  %147 = add i32 %146, 768
  %148 = zext i32 %147 to i64
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 %148
  %150 = getelementptr inbounds nuw i8, ptr %149, i64 192
  store <16 x i32> %145, ptr %150, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %151 = icmp eq i32 %14, 8064
  br i1 %151, label %193, label %192
152:
  %153 = phi i64 [ 0, %13 ], [ %190, %164 ]
  br i1 %24, label %154, label %164
154:
  %155 = shl nuw nsw i64 %153, 6
  %156 = getelementptr inbounds nuw i8, ptr %39, i64 %155
  %157 = load <16 x i32>, ptr %156, align 64
  %158 = getelementptr inbounds nuw i8, ptr %41, i64 %155
  %159 = load <16 x i32>, ptr %158, align 64
  %160 = getelementptr inbounds nuw i8, ptr %43, i64 %155
  %161 = load <16 x i32>, ptr %160, align 64
  %162 = getelementptr inbounds nuw i8, ptr %45, i64 %155
  %163 = load <16 x i32>, ptr %162, align 64
  br label %164
164:
  %165 = phi <16 x i32> [ %161, %154 ], [ %35, %152 ]
  %166 = phi <16 x i32> [ %157, %154 ], [ %29, %152 ]
  %167 = phi <16 x i32> [ %159, %154 ], [ %32, %152 ]
  %168 = phi <16 x i32> [ %163, %154 ], [ %38, %152 ]
  %169 = bitcast <16 x i32> %166 to <16 x float>
  %170 = shl nuw nsw i64 %153, 4
  %171 = getelementptr inbounds nuw float, ptr %6, i64 %170
  %172 = getelementptr inbounds nuw float, ptr %5, i64 %170
  %173 = bitcast <16 x i32> %167 to <16 x float>
  %174 = bitcast <16 x i32> %165 to <16 x float>
  %175 = bitcast <16 x i32> %168 to <16 x float>
  %176 = load <16 x float>, ptr %171, align 64
  %177 = load <16 x float>, ptr %172, align 64
  %178 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %179 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %180 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %181 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %182 = call <16 x float> @llvm.fma.v16f32(<16 x float> %178, <16 x float> %176, <16 x float> %169)
  %183 = call <16 x float> @llvm.fma.v16f32(<16 x float> %179, <16 x float> %176, <16 x float> %173)
  %184 = call <16 x float> @llvm.fma.v16f32(<16 x float> %180, <16 x float> %176, <16 x float> %174)
  %185 = call <16 x float> @llvm.fma.v16f32(<16 x float> %181, <16 x float> %176, <16 x float> %175)
  %186 = getelementptr inbounds nuw <16 x i32>, ptr %7, i64 %153
  store <16 x float> %182, ptr %186, align 64
  %187 = getelementptr inbounds nuw i8, ptr %186, i64 256
  store <16 x float> %183, ptr %187, align 64
  %188 = getelementptr inbounds nuw i8, ptr %186, i64 512
  store <16 x float> %184, ptr %188, align 64
  %189 = getelementptr inbounds nuw i8, ptr %186, i64 768
  store <16 x float> %185, ptr %189, align 64
  %190 = add nuw nsw i64 %153, 1
  %191 = icmp eq i64 %190, 4
  br i1 %191, label %46, label %152
192:
  store i32 %14, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %193
193:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %194 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %195 = load ptr, ptr %194, align 8
  musttail call preserve_nonecc void %195(ptr nonnull %0, ptr nonnull %194)
  ret void
}
define preserve_nonecc void @matrix_32x32x2_f32(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_f32(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 1)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_f32(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 1)
  call fastcc void @tiles32(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 1)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x4_f32(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_f32(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 1)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_f32(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 1)
  call fastcc void @tiles16(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 1)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_32x32x4_2b_f16(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_f16(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 4)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_f16(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 4)
  call fastcc void @tiles32(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 2, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x4_4b_f16(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_f16(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 4)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_f16(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 4)
  call fastcc void @tiles16(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 4, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_4x4x4_16b_f16(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  %7 = alloca [4 x [4 x <16 x i32>]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 8064
  br i1 %10, label %13, label %11
11:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %12 = load i32, ptr %8, align 4
  br label %13
13:
  %14 = phi i32 [ 8064, %2 ], [ %12, %11 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = trunc i64 %16 to i32
  call fastcc void @unpack_f16(ptr nonnull %0, i32 %17, ptr nonnull %5, i32 4)
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %19 = load i64, ptr %18, align 8
  %20 = trunc i64 %19 to i32
  call fastcc void @unpack_f16(ptr nonnull %0, i32 %20, ptr nonnull %6, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %22 = load i32, ptr %21, align 4
  %23 = and i32 %22, 512
  %24 = icmp eq i32 %23, 0
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %26 = load i64, ptr %25, align 8
  %27 = trunc i64 %26 to i32
  %28 = insertelement <16 x i32> poison, i32 %27, i64 0
  %29 = shufflevector <16 x i32> %28, <16 x i32> poison, <16 x i32> zeroinitializer
  %30 = trunc i64 %26 to i32
  %31 = insertelement <16 x i32> poison, i32 %30, i64 0
  %32 = shufflevector <16 x i32> %31, <16 x i32> poison, <16 x i32> zeroinitializer
  %33 = trunc i64 %26 to i32
  %34 = insertelement <16 x i32> poison, i32 %33, i64 0
  %35 = shufflevector <16 x i32> %34, <16 x i32> poison, <16 x i32> zeroinitializer
  %36 = trunc i64 %26 to i32
  %37 = insertelement <16 x i32> poison, i32 %36, i64 0
  %38 = shufflevector <16 x i32> %37, <16 x i32> poison, <16 x i32> zeroinitializer
  %39 = getelementptr i8, ptr %0, i64 %26
  %40 = getelementptr i8, ptr %0, i64 %26
  %41 = getelementptr i8, ptr %40, i64 256
  %42 = getelementptr i8, ptr %0, i64 %26
  %43 = getelementptr i8, ptr %42, i64 512
  %44 = getelementptr i8, ptr %0, i64 %26
  %45 = getelementptr i8, ptr %44, i64 768
  br label %152
46:
  %47 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %48 = load <16 x i32>, ptr %7, align 64
  %49 = load i32, ptr %47, align 8
  %50 = zext i32 %49 to i64
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 %50
  store <16 x i32> %48, ptr %51, align 64
  %52 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %53 = load <16 x i32>, ptr %52, align 64
  %54 = load i32, ptr %47, align 8
  %55 = zext i32 %54 to i64
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 %55
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 64
  store <16 x i32> %53, ptr %57, align 64
  %58 = getelementptr inbounds nuw i8, ptr %7, i64 128
  %59 = load <16 x i32>, ptr %58, align 64
  %60 = load i32, ptr %47, align 8
  %61 = zext i32 %60 to i64
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 %61
  %63 = getelementptr inbounds nuw i8, ptr %62, i64 128
  store <16 x i32> %59, ptr %63, align 64
  %64 = getelementptr inbounds nuw i8, ptr %7, i64 192
  %65 = load <16 x i32>, ptr %64, align 64
  %66 = load i32, ptr %47, align 8
  %67 = zext i32 %66 to i64
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 %67
  %69 = getelementptr inbounds nuw i8, ptr %68, i64 192
  store <16 x i32> %65, ptr %69, align 64
  %70 = getelementptr inbounds nuw i8, ptr %7, i64 256
  %71 = load <16 x i32>, ptr %70, align 64
  %72 = load i32, ptr %47, align 8
  %73 = add i32 %72, 256
  %74 = zext i32 %73 to i64
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 %74
  store <16 x i32> %71, ptr %75, align 64
  %76 = getelementptr inbounds nuw i8, ptr %7, i64 320
  %77 = load <16 x i32>, ptr %76, align 64
  %78 = load i32, ptr %47, align 8
  %79 = add i32 %78, 256
  %80 = zext i32 %79 to i64
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 %80
  %82 = getelementptr inbounds nuw i8, ptr %81, i64 64
  store <16 x i32> %77, ptr %82, align 64
  %83 = getelementptr inbounds nuw i8, ptr %7, i64 384
  %84 = load <16 x i32>, ptr %83, align 64
  %85 = load i32, ptr %47, align 8
  %86 = add i32 %85, 256
  %87 = zext i32 %86 to i64
  %88 = getelementptr inbounds nuw i8, ptr %0, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 128
  store <16 x i32> %84, ptr %89, align 64
  %90 = getelementptr inbounds nuw i8, ptr %7, i64 448
  %91 = load <16 x i32>, ptr %90, align 64
  %92 = load i32, ptr %47, align 8
  %93 = add i32 %92, 256
  %94 = zext i32 %93 to i64
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 %94
  %96 = getelementptr inbounds nuw i8, ptr %95, i64 192
  store <16 x i32> %91, ptr %96, align 64
  %97 = getelementptr inbounds nuw i8, ptr %7, i64 512
  %98 = load <16 x i32>, ptr %97, align 64
  %99 = load i32, ptr %47, align 8
  %100 = add i32 %99, 512
  %101 = zext i32 %100 to i64
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 %101
  store <16 x i32> %98, ptr %102, align 64
  %103 = getelementptr inbounds nuw i8, ptr %7, i64 576
  %104 = load <16 x i32>, ptr %103, align 64
  %105 = load i32, ptr %47, align 8
  %106 = add i32 %105, 512
  %107 = zext i32 %106 to i64
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 %107
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 64
  store <16 x i32> %104, ptr %109, align 64
  %110 = getelementptr inbounds nuw i8, ptr %7, i64 640
  %111 = load <16 x i32>, ptr %110, align 64
  %112 = load i32, ptr %47, align 8
  %113 = add i32 %112, 512
  %114 = zext i32 %113 to i64
  %115 = getelementptr inbounds nuw i8, ptr %0, i64 %114
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 128
  store <16 x i32> %111, ptr %116, align 64
  %117 = getelementptr inbounds nuw i8, ptr %7, i64 704
  %118 = load <16 x i32>, ptr %117, align 64
  %119 = load i32, ptr %47, align 8
  %120 = add i32 %119, 512
  %121 = zext i32 %120 to i64
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 %121
  %123 = getelementptr inbounds nuw i8, ptr %122, i64 192
  store <16 x i32> %118, ptr %123, align 64
  %124 = getelementptr inbounds nuw i8, ptr %7, i64 768
  %125 = load <16 x i32>, ptr %124, align 64
  %126 = load i32, ptr %47, align 8
  %127 = add i32 %126, 768
  %128 = zext i32 %127 to i64
  %129 = getelementptr inbounds nuw i8, ptr %0, i64 %128
  store <16 x i32> %125, ptr %129, align 64
  %130 = getelementptr inbounds nuw i8, ptr %7, i64 832
  %131 = load <16 x i32>, ptr %130, align 64
  %132 = load i32, ptr %47, align 8
  %133 = add i32 %132, 768
  %134 = zext i32 %133 to i64
  %135 = getelementptr inbounds nuw i8, ptr %0, i64 %134
  %136 = getelementptr inbounds nuw i8, ptr %135, i64 64
  store <16 x i32> %131, ptr %136, align 64
  %137 = getelementptr inbounds nuw i8, ptr %7, i64 896
  %138 = load <16 x i32>, ptr %137, align 64
  %139 = load i32, ptr %47, align 8
  %140 = add i32 %139, 768
  %141 = zext i32 %140 to i64
  %142 = getelementptr inbounds nuw i8, ptr %0, i64 %141
  %143 = getelementptr inbounds nuw i8, ptr %142, i64 128
  store <16 x i32> %138, ptr %143, align 64
  %144 = getelementptr inbounds nuw i8, ptr %7, i64 960
  %145 = load <16 x i32>, ptr %144, align 64
  %146 = load i32, ptr %47, align 8
  %147 = add i32 %146, 768
  %148 = zext i32 %147 to i64
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 %148
  %150 = getelementptr inbounds nuw i8, ptr %149, i64 192
  store <16 x i32> %145, ptr %150, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %151 = icmp eq i32 %14, 8064
  br i1 %151, label %229, label %228
152:
  %153 = phi i64 [ 0, %13 ], [ %226, %164 ]
  br i1 %24, label %154, label %164
154:
  %155 = shl nuw nsw i64 %153, 6
  %156 = getelementptr inbounds nuw i8, ptr %39, i64 %155
  %157 = load <16 x i32>, ptr %156, align 64
  %158 = getelementptr inbounds nuw i8, ptr %41, i64 %155
  %159 = load <16 x i32>, ptr %158, align 64
  %160 = getelementptr inbounds nuw i8, ptr %43, i64 %155
  %161 = load <16 x i32>, ptr %160, align 64
  %162 = getelementptr inbounds nuw i8, ptr %45, i64 %155
  %163 = load <16 x i32>, ptr %162, align 64
  br label %164
164:
  %165 = phi <16 x i32> [ %161, %154 ], [ %35, %152 ]
  %166 = phi <16 x i32> [ %157, %154 ], [ %29, %152 ]
  %167 = phi <16 x i32> [ %159, %154 ], [ %32, %152 ]
  %168 = phi <16 x i32> [ %163, %154 ], [ %38, %152 ]
  %169 = shl nuw nsw i64 %153, 4
  %170 = getelementptr inbounds nuw float, ptr %6, i64 %169
  %171 = getelementptr inbounds nuw float, ptr %5, i64 %169
  %172 = bitcast <16 x i32> %166 to <16 x float>
  %173 = bitcast <16 x i32> %167 to <16 x float>
  %174 = bitcast <16 x i32> %165 to <16 x float>
  %175 = bitcast <16 x i32> %168 to <16 x float>
  %176 = load <16 x float>, ptr %170, align 64
  %177 = load <16 x float>, ptr %171, align 64
  %178 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %179 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %180 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %181 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %182 = call <16 x float> @llvm.fma.v16f32(<16 x float> %178, <16 x float> %176, <16 x float> %172)
  %183 = call <16 x float> @llvm.fma.v16f32(<16 x float> %179, <16 x float> %176, <16 x float> %173)
  %184 = call <16 x float> @llvm.fma.v16f32(<16 x float> %180, <16 x float> %176, <16 x float> %174)
  %185 = call <16 x float> @llvm.fma.v16f32(<16 x float> %181, <16 x float> %176, <16 x float> %175)
  %186 = getelementptr inbounds nuw i8, ptr %170, i64 256
  %187 = load <16 x float>, ptr %186, align 64
  %188 = getelementptr inbounds nuw i8, ptr %171, i64 256
  %189 = load <16 x float>, ptr %188, align 64
  %190 = shufflevector <16 x float> %189, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %191 = shufflevector <16 x float> %189, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %192 = shufflevector <16 x float> %189, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %193 = shufflevector <16 x float> %189, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %194 = call <16 x float> @llvm.fma.v16f32(<16 x float> %190, <16 x float> %187, <16 x float> %182)
  %195 = call <16 x float> @llvm.fma.v16f32(<16 x float> %191, <16 x float> %187, <16 x float> %183)
  %196 = call <16 x float> @llvm.fma.v16f32(<16 x float> %192, <16 x float> %187, <16 x float> %184)
  %197 = call <16 x float> @llvm.fma.v16f32(<16 x float> %193, <16 x float> %187, <16 x float> %185)
  %198 = getelementptr inbounds nuw i8, ptr %170, i64 512
  %199 = load <16 x float>, ptr %198, align 64
  %200 = getelementptr inbounds nuw i8, ptr %171, i64 512
  %201 = load <16 x float>, ptr %200, align 64
  %202 = shufflevector <16 x float> %201, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %203 = shufflevector <16 x float> %201, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %204 = shufflevector <16 x float> %201, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %205 = shufflevector <16 x float> %201, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %206 = call <16 x float> @llvm.fma.v16f32(<16 x float> %202, <16 x float> %199, <16 x float> %194)
  %207 = call <16 x float> @llvm.fma.v16f32(<16 x float> %203, <16 x float> %199, <16 x float> %195)
  %208 = call <16 x float> @llvm.fma.v16f32(<16 x float> %204, <16 x float> %199, <16 x float> %196)
  %209 = call <16 x float> @llvm.fma.v16f32(<16 x float> %205, <16 x float> %199, <16 x float> %197)
  %210 = getelementptr inbounds nuw i8, ptr %170, i64 768
  %211 = load <16 x float>, ptr %210, align 64
  %212 = getelementptr inbounds nuw i8, ptr %171, i64 768
  %213 = load <16 x float>, ptr %212, align 64
  %214 = shufflevector <16 x float> %213, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %215 = shufflevector <16 x float> %213, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %216 = shufflevector <16 x float> %213, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %217 = shufflevector <16 x float> %213, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %218 = call <16 x float> @llvm.fma.v16f32(<16 x float> %214, <16 x float> %211, <16 x float> %206)
  %219 = call <16 x float> @llvm.fma.v16f32(<16 x float> %215, <16 x float> %211, <16 x float> %207)
  %220 = call <16 x float> @llvm.fma.v16f32(<16 x float> %216, <16 x float> %211, <16 x float> %208)
  %221 = call <16 x float> @llvm.fma.v16f32(<16 x float> %217, <16 x float> %211, <16 x float> %209)
  %222 = getelementptr inbounds nuw <16 x i32>, ptr %7, i64 %153
  store <16 x float> %218, ptr %222, align 64
  %223 = getelementptr inbounds nuw i8, ptr %222, i64 256
  store <16 x float> %219, ptr %223, align 64
  %224 = getelementptr inbounds nuw i8, ptr %222, i64 512
  store <16 x float> %220, ptr %224, align 64
  %225 = getelementptr inbounds nuw i8, ptr %222, i64 768
  store <16 x float> %221, ptr %225, align 64
  %226 = add nuw nsw i64 %153, 1
  %227 = icmp eq i64 %226, 4
  br i1 %227, label %46, label %152
228:
  store i32 %14, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %229
229:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %230 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %231 = load ptr, ptr %230, align 8
  musttail call preserve_nonecc void %231(ptr nonnull %0, ptr nonnull %230)
  ret void
}
define preserve_nonecc void @matrix_32x32x8_f16(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_f16(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 4)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_f16(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 4)
  call fastcc void @tiles32(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x16_f16(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_f16(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 4)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_f16(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 4)
  call fastcc void @tiles16(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_32x32x4_2b_bf16(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_bf16(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 4)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_bf16(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 4)
  call fastcc void @tiles32(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 2, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x4_4b_bf16(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_bf16(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 4)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_bf16(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 4)
  call fastcc void @tiles16(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 4, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_4x4x4_16b_bf16(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  %7 = alloca [4 x [4 x <16 x i32>]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 8064
  br i1 %10, label %13, label %11
11:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %12 = load i32, ptr %8, align 4
  br label %13
13:
  %14 = phi i32 [ 8064, %2 ], [ %12, %11 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = trunc i64 %16 to i32
  call fastcc void @unpack_bf16(ptr nonnull %0, i32 %17, ptr nonnull %5, i32 4)
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %19 = load i64, ptr %18, align 8
  %20 = trunc i64 %19 to i32
  call fastcc void @unpack_bf16(ptr nonnull %0, i32 %20, ptr nonnull %6, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %22 = load i32, ptr %21, align 4
  %23 = and i32 %22, 512
  %24 = icmp eq i32 %23, 0
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %26 = load i64, ptr %25, align 8
  %27 = trunc i64 %26 to i32
  %28 = insertelement <16 x i32> poison, i32 %27, i64 0
  %29 = shufflevector <16 x i32> %28, <16 x i32> poison, <16 x i32> zeroinitializer
  %30 = trunc i64 %26 to i32
  %31 = insertelement <16 x i32> poison, i32 %30, i64 0
  %32 = shufflevector <16 x i32> %31, <16 x i32> poison, <16 x i32> zeroinitializer
  %33 = trunc i64 %26 to i32
  %34 = insertelement <16 x i32> poison, i32 %33, i64 0
  %35 = shufflevector <16 x i32> %34, <16 x i32> poison, <16 x i32> zeroinitializer
  %36 = trunc i64 %26 to i32
  %37 = insertelement <16 x i32> poison, i32 %36, i64 0
  %38 = shufflevector <16 x i32> %37, <16 x i32> poison, <16 x i32> zeroinitializer
  %39 = getelementptr i8, ptr %0, i64 %26
  %40 = getelementptr i8, ptr %0, i64 %26
  %41 = getelementptr i8, ptr %40, i64 256
  %42 = getelementptr i8, ptr %0, i64 %26
  %43 = getelementptr i8, ptr %42, i64 512
  %44 = getelementptr i8, ptr %0, i64 %26
  %45 = getelementptr i8, ptr %44, i64 768
  br label %152
46:
  %47 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %48 = load <16 x i32>, ptr %7, align 64
  %49 = load i32, ptr %47, align 8
  %50 = zext i32 %49 to i64
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 %50
  store <16 x i32> %48, ptr %51, align 64
  %52 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %53 = load <16 x i32>, ptr %52, align 64
  %54 = load i32, ptr %47, align 8
  %55 = zext i32 %54 to i64
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 %55
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 64
  store <16 x i32> %53, ptr %57, align 64
  %58 = getelementptr inbounds nuw i8, ptr %7, i64 128
  %59 = load <16 x i32>, ptr %58, align 64
  %60 = load i32, ptr %47, align 8
  %61 = zext i32 %60 to i64
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 %61
  %63 = getelementptr inbounds nuw i8, ptr %62, i64 128
  store <16 x i32> %59, ptr %63, align 64
  %64 = getelementptr inbounds nuw i8, ptr %7, i64 192
  %65 = load <16 x i32>, ptr %64, align 64
  %66 = load i32, ptr %47, align 8
  %67 = zext i32 %66 to i64
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 %67
  %69 = getelementptr inbounds nuw i8, ptr %68, i64 192
  store <16 x i32> %65, ptr %69, align 64
  %70 = getelementptr inbounds nuw i8, ptr %7, i64 256
  %71 = load <16 x i32>, ptr %70, align 64
  %72 = load i32, ptr %47, align 8
  %73 = add i32 %72, 256
  %74 = zext i32 %73 to i64
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 %74
  store <16 x i32> %71, ptr %75, align 64
  %76 = getelementptr inbounds nuw i8, ptr %7, i64 320
  %77 = load <16 x i32>, ptr %76, align 64
  %78 = load i32, ptr %47, align 8
  %79 = add i32 %78, 256
  %80 = zext i32 %79 to i64
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 %80
  %82 = getelementptr inbounds nuw i8, ptr %81, i64 64
  store <16 x i32> %77, ptr %82, align 64
  %83 = getelementptr inbounds nuw i8, ptr %7, i64 384
  %84 = load <16 x i32>, ptr %83, align 64
  %85 = load i32, ptr %47, align 8
  %86 = add i32 %85, 256
  %87 = zext i32 %86 to i64
  %88 = getelementptr inbounds nuw i8, ptr %0, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 128
  store <16 x i32> %84, ptr %89, align 64
  %90 = getelementptr inbounds nuw i8, ptr %7, i64 448
  %91 = load <16 x i32>, ptr %90, align 64
  %92 = load i32, ptr %47, align 8
  %93 = add i32 %92, 256
  %94 = zext i32 %93 to i64
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 %94
  %96 = getelementptr inbounds nuw i8, ptr %95, i64 192
  store <16 x i32> %91, ptr %96, align 64
  %97 = getelementptr inbounds nuw i8, ptr %7, i64 512
  %98 = load <16 x i32>, ptr %97, align 64
  %99 = load i32, ptr %47, align 8
  %100 = add i32 %99, 512
  %101 = zext i32 %100 to i64
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 %101
  store <16 x i32> %98, ptr %102, align 64
  %103 = getelementptr inbounds nuw i8, ptr %7, i64 576
  %104 = load <16 x i32>, ptr %103, align 64
  %105 = load i32, ptr %47, align 8
  %106 = add i32 %105, 512
  %107 = zext i32 %106 to i64
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 %107
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 64
  store <16 x i32> %104, ptr %109, align 64
  %110 = getelementptr inbounds nuw i8, ptr %7, i64 640
  %111 = load <16 x i32>, ptr %110, align 64
  %112 = load i32, ptr %47, align 8
  %113 = add i32 %112, 512
  %114 = zext i32 %113 to i64
  %115 = getelementptr inbounds nuw i8, ptr %0, i64 %114
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 128
  store <16 x i32> %111, ptr %116, align 64
  %117 = getelementptr inbounds nuw i8, ptr %7, i64 704
  %118 = load <16 x i32>, ptr %117, align 64
  %119 = load i32, ptr %47, align 8
  %120 = add i32 %119, 512
  %121 = zext i32 %120 to i64
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 %121
  %123 = getelementptr inbounds nuw i8, ptr %122, i64 192
  store <16 x i32> %118, ptr %123, align 64
  %124 = getelementptr inbounds nuw i8, ptr %7, i64 768
  %125 = load <16 x i32>, ptr %124, align 64
  %126 = load i32, ptr %47, align 8
  %127 = add i32 %126, 768
  %128 = zext i32 %127 to i64
  %129 = getelementptr inbounds nuw i8, ptr %0, i64 %128
  store <16 x i32> %125, ptr %129, align 64
  %130 = getelementptr inbounds nuw i8, ptr %7, i64 832
  %131 = load <16 x i32>, ptr %130, align 64
  %132 = load i32, ptr %47, align 8
  %133 = add i32 %132, 768
  %134 = zext i32 %133 to i64
  %135 = getelementptr inbounds nuw i8, ptr %0, i64 %134
  %136 = getelementptr inbounds nuw i8, ptr %135, i64 64
  store <16 x i32> %131, ptr %136, align 64
  %137 = getelementptr inbounds nuw i8, ptr %7, i64 896
  %138 = load <16 x i32>, ptr %137, align 64
  %139 = load i32, ptr %47, align 8
  %140 = add i32 %139, 768
  %141 = zext i32 %140 to i64
  %142 = getelementptr inbounds nuw i8, ptr %0, i64 %141
  %143 = getelementptr inbounds nuw i8, ptr %142, i64 128
  store <16 x i32> %138, ptr %143, align 64
  %144 = getelementptr inbounds nuw i8, ptr %7, i64 960
  %145 = load <16 x i32>, ptr %144, align 64
  %146 = load i32, ptr %47, align 8
  %147 = add i32 %146, 768
  %148 = zext i32 %147 to i64
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 %148
  %150 = getelementptr inbounds nuw i8, ptr %149, i64 192
  store <16 x i32> %145, ptr %150, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %151 = icmp eq i32 %14, 8064
  br i1 %151, label %229, label %228
152:
  %153 = phi i64 [ 0, %13 ], [ %226, %164 ]
  br i1 %24, label %154, label %164
154:
  %155 = shl nuw nsw i64 %153, 6
  %156 = getelementptr inbounds nuw i8, ptr %39, i64 %155
  %157 = load <16 x i32>, ptr %156, align 64
  %158 = getelementptr inbounds nuw i8, ptr %41, i64 %155
  %159 = load <16 x i32>, ptr %158, align 64
  %160 = getelementptr inbounds nuw i8, ptr %43, i64 %155
  %161 = load <16 x i32>, ptr %160, align 64
  %162 = getelementptr inbounds nuw i8, ptr %45, i64 %155
  %163 = load <16 x i32>, ptr %162, align 64
  br label %164
164:
  %165 = phi <16 x i32> [ %161, %154 ], [ %35, %152 ]
  %166 = phi <16 x i32> [ %157, %154 ], [ %29, %152 ]
  %167 = phi <16 x i32> [ %159, %154 ], [ %32, %152 ]
  %168 = phi <16 x i32> [ %163, %154 ], [ %38, %152 ]
  %169 = shl nuw nsw i64 %153, 4
  %170 = getelementptr inbounds nuw float, ptr %6, i64 %169
  %171 = getelementptr inbounds nuw float, ptr %5, i64 %169
  %172 = bitcast <16 x i32> %166 to <16 x float>
  %173 = bitcast <16 x i32> %167 to <16 x float>
  %174 = bitcast <16 x i32> %165 to <16 x float>
  %175 = bitcast <16 x i32> %168 to <16 x float>
  %176 = load <16 x float>, ptr %170, align 64
  %177 = load <16 x float>, ptr %171, align 64
  %178 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %179 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %180 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %181 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %182 = call <16 x float> @llvm.fma.v16f32(<16 x float> %178, <16 x float> %176, <16 x float> %172)
  %183 = call <16 x float> @llvm.fma.v16f32(<16 x float> %179, <16 x float> %176, <16 x float> %173)
  %184 = call <16 x float> @llvm.fma.v16f32(<16 x float> %180, <16 x float> %176, <16 x float> %174)
  %185 = call <16 x float> @llvm.fma.v16f32(<16 x float> %181, <16 x float> %176, <16 x float> %175)
  %186 = getelementptr inbounds nuw i8, ptr %170, i64 256
  %187 = load <16 x float>, ptr %186, align 64
  %188 = getelementptr inbounds nuw i8, ptr %171, i64 256
  %189 = load <16 x float>, ptr %188, align 64
  %190 = shufflevector <16 x float> %189, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %191 = shufflevector <16 x float> %189, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %192 = shufflevector <16 x float> %189, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %193 = shufflevector <16 x float> %189, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %194 = call <16 x float> @llvm.fma.v16f32(<16 x float> %190, <16 x float> %187, <16 x float> %182)
  %195 = call <16 x float> @llvm.fma.v16f32(<16 x float> %191, <16 x float> %187, <16 x float> %183)
  %196 = call <16 x float> @llvm.fma.v16f32(<16 x float> %192, <16 x float> %187, <16 x float> %184)
  %197 = call <16 x float> @llvm.fma.v16f32(<16 x float> %193, <16 x float> %187, <16 x float> %185)
  %198 = getelementptr inbounds nuw i8, ptr %170, i64 512
  %199 = load <16 x float>, ptr %198, align 64
  %200 = getelementptr inbounds nuw i8, ptr %171, i64 512
  %201 = load <16 x float>, ptr %200, align 64
  %202 = shufflevector <16 x float> %201, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %203 = shufflevector <16 x float> %201, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %204 = shufflevector <16 x float> %201, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %205 = shufflevector <16 x float> %201, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %206 = call <16 x float> @llvm.fma.v16f32(<16 x float> %202, <16 x float> %199, <16 x float> %194)
  %207 = call <16 x float> @llvm.fma.v16f32(<16 x float> %203, <16 x float> %199, <16 x float> %195)
  %208 = call <16 x float> @llvm.fma.v16f32(<16 x float> %204, <16 x float> %199, <16 x float> %196)
  %209 = call <16 x float> @llvm.fma.v16f32(<16 x float> %205, <16 x float> %199, <16 x float> %197)
  %210 = getelementptr inbounds nuw i8, ptr %170, i64 768
  %211 = load <16 x float>, ptr %210, align 64
  %212 = getelementptr inbounds nuw i8, ptr %171, i64 768
  %213 = load <16 x float>, ptr %212, align 64
  %214 = shufflevector <16 x float> %213, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %215 = shufflevector <16 x float> %213, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %216 = shufflevector <16 x float> %213, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %217 = shufflevector <16 x float> %213, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %218 = call <16 x float> @llvm.fma.v16f32(<16 x float> %214, <16 x float> %211, <16 x float> %206)
  %219 = call <16 x float> @llvm.fma.v16f32(<16 x float> %215, <16 x float> %211, <16 x float> %207)
  %220 = call <16 x float> @llvm.fma.v16f32(<16 x float> %216, <16 x float> %211, <16 x float> %208)
  %221 = call <16 x float> @llvm.fma.v16f32(<16 x float> %217, <16 x float> %211, <16 x float> %209)
  %222 = getelementptr inbounds nuw <16 x i32>, ptr %7, i64 %153
  store <16 x float> %218, ptr %222, align 64
  %223 = getelementptr inbounds nuw i8, ptr %222, i64 256
  store <16 x float> %219, ptr %223, align 64
  %224 = getelementptr inbounds nuw i8, ptr %222, i64 512
  store <16 x float> %220, ptr %224, align 64
  %225 = getelementptr inbounds nuw i8, ptr %222, i64 768
  store <16 x float> %221, ptr %225, align 64
  %226 = add nuw nsw i64 %153, 1
  %227 = icmp eq i64 %226, 4
  br i1 %227, label %46, label %152
228:
  store i32 %14, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %229
229:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %230 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %231 = load ptr, ptr %230, align 8
  musttail call preserve_nonecc void %231(ptr nonnull %0, ptr nonnull %230)
  ret void
}
define preserve_nonecc void @matrix_32x32x8_bf16(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_bf16(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 4)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_bf16(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 4)
  call fastcc void @tiles32(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x16_bf16(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_bf16(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 4)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_bf16(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 4)
  call fastcc void @tiles16(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_32x32x4_2b_i8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_i8(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 4)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_i8(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 4)
  call fastcc void @tiles32_i8(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 2, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x4_4b_i8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_i8(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 4)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_i8(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 4)
  call fastcc void @tiles16_i8(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 4, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_4x4x4_16b_i8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  %7 = alloca [4 x [4 x <16 x i32>]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 8064
  br i1 %10, label %13, label %11
11:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %12 = load i32, ptr %8, align 4
  br label %13
13:
  %14 = phi i32 [ 8064, %2 ], [ %12, %11 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = trunc i64 %16 to i32
  call fastcc void @unpack_i8(ptr nonnull %0, i32 %17, ptr nonnull %5, i32 4)
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %19 = load i64, ptr %18, align 8
  %20 = trunc i64 %19 to i32
  call fastcc void @unpack_i8(ptr nonnull %0, i32 %20, ptr nonnull %6, i32 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %22 = load i32, ptr %21, align 4
  %23 = and i32 %22, 512
  %24 = icmp eq i32 %23, 0
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %26 = load i64, ptr %25, align 8
  %27 = trunc i64 %26 to i32
  %28 = insertelement <16 x i32> poison, i32 %27, i64 0
  %29 = shufflevector <16 x i32> %28, <16 x i32> poison, <16 x i32> zeroinitializer
  %30 = trunc i64 %26 to i32
  %31 = insertelement <16 x i32> poison, i32 %30, i64 0
  %32 = shufflevector <16 x i32> %31, <16 x i32> poison, <16 x i32> zeroinitializer
  %33 = trunc i64 %26 to i32
  %34 = insertelement <16 x i32> poison, i32 %33, i64 0
  %35 = shufflevector <16 x i32> %34, <16 x i32> poison, <16 x i32> zeroinitializer
  %36 = trunc i64 %26 to i32
  %37 = insertelement <16 x i32> poison, i32 %36, i64 0
  %38 = shufflevector <16 x i32> %37, <16 x i32> poison, <16 x i32> zeroinitializer
  %39 = getelementptr i8, ptr %0, i64 %26
  %40 = getelementptr i8, ptr %0, i64 %26
  %41 = getelementptr i8, ptr %40, i64 256
  %42 = getelementptr i8, ptr %0, i64 %26
  %43 = getelementptr i8, ptr %42, i64 512
  %44 = getelementptr i8, ptr %0, i64 %26
  %45 = getelementptr i8, ptr %44, i64 768
  br label %152
46:
  %47 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %48 = load <16 x i32>, ptr %7, align 64
  %49 = load i32, ptr %47, align 8
  %50 = zext i32 %49 to i64
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 %50
  store <16 x i32> %48, ptr %51, align 64
  %52 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %53 = load <16 x i32>, ptr %52, align 64
  %54 = load i32, ptr %47, align 8
  %55 = zext i32 %54 to i64
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 %55
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 64
  store <16 x i32> %53, ptr %57, align 64
  %58 = getelementptr inbounds nuw i8, ptr %7, i64 128
  %59 = load <16 x i32>, ptr %58, align 64
  %60 = load i32, ptr %47, align 8
  %61 = zext i32 %60 to i64
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 %61
  %63 = getelementptr inbounds nuw i8, ptr %62, i64 128
  store <16 x i32> %59, ptr %63, align 64
  %64 = getelementptr inbounds nuw i8, ptr %7, i64 192
  %65 = load <16 x i32>, ptr %64, align 64
  %66 = load i32, ptr %47, align 8
  %67 = zext i32 %66 to i64
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 %67
  %69 = getelementptr inbounds nuw i8, ptr %68, i64 192
  store <16 x i32> %65, ptr %69, align 64
  %70 = getelementptr inbounds nuw i8, ptr %7, i64 256
  %71 = load <16 x i32>, ptr %70, align 64
  %72 = load i32, ptr %47, align 8
  %73 = add i32 %72, 256
  %74 = zext i32 %73 to i64
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 %74
  store <16 x i32> %71, ptr %75, align 64
  %76 = getelementptr inbounds nuw i8, ptr %7, i64 320
  %77 = load <16 x i32>, ptr %76, align 64
  %78 = load i32, ptr %47, align 8
  %79 = add i32 %78, 256
  %80 = zext i32 %79 to i64
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 %80
  %82 = getelementptr inbounds nuw i8, ptr %81, i64 64
  store <16 x i32> %77, ptr %82, align 64
  %83 = getelementptr inbounds nuw i8, ptr %7, i64 384
  %84 = load <16 x i32>, ptr %83, align 64
  %85 = load i32, ptr %47, align 8
  %86 = add i32 %85, 256
  %87 = zext i32 %86 to i64
  %88 = getelementptr inbounds nuw i8, ptr %0, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 128
  store <16 x i32> %84, ptr %89, align 64
  %90 = getelementptr inbounds nuw i8, ptr %7, i64 448
  %91 = load <16 x i32>, ptr %90, align 64
  %92 = load i32, ptr %47, align 8
  %93 = add i32 %92, 256
  %94 = zext i32 %93 to i64
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 %94
  %96 = getelementptr inbounds nuw i8, ptr %95, i64 192
  store <16 x i32> %91, ptr %96, align 64
  %97 = getelementptr inbounds nuw i8, ptr %7, i64 512
  %98 = load <16 x i32>, ptr %97, align 64
  %99 = load i32, ptr %47, align 8
  %100 = add i32 %99, 512
  %101 = zext i32 %100 to i64
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 %101
  store <16 x i32> %98, ptr %102, align 64
  %103 = getelementptr inbounds nuw i8, ptr %7, i64 576
  %104 = load <16 x i32>, ptr %103, align 64
  %105 = load i32, ptr %47, align 8
  %106 = add i32 %105, 512
  %107 = zext i32 %106 to i64
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 %107
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 64
  store <16 x i32> %104, ptr %109, align 64
  %110 = getelementptr inbounds nuw i8, ptr %7, i64 640
  %111 = load <16 x i32>, ptr %110, align 64
  %112 = load i32, ptr %47, align 8
  %113 = add i32 %112, 512
  %114 = zext i32 %113 to i64
  %115 = getelementptr inbounds nuw i8, ptr %0, i64 %114
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 128
  store <16 x i32> %111, ptr %116, align 64
  %117 = getelementptr inbounds nuw i8, ptr %7, i64 704
  %118 = load <16 x i32>, ptr %117, align 64
  %119 = load i32, ptr %47, align 8
  %120 = add i32 %119, 512
  %121 = zext i32 %120 to i64
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 %121
  %123 = getelementptr inbounds nuw i8, ptr %122, i64 192
  store <16 x i32> %118, ptr %123, align 64
  %124 = getelementptr inbounds nuw i8, ptr %7, i64 768
  %125 = load <16 x i32>, ptr %124, align 64
  %126 = load i32, ptr %47, align 8
  %127 = add i32 %126, 768
  %128 = zext i32 %127 to i64
  %129 = getelementptr inbounds nuw i8, ptr %0, i64 %128
  store <16 x i32> %125, ptr %129, align 64
  %130 = getelementptr inbounds nuw i8, ptr %7, i64 832
  %131 = load <16 x i32>, ptr %130, align 64
  %132 = load i32, ptr %47, align 8
  %133 = add i32 %132, 768
  %134 = zext i32 %133 to i64
  %135 = getelementptr inbounds nuw i8, ptr %0, i64 %134
  %136 = getelementptr inbounds nuw i8, ptr %135, i64 64
  store <16 x i32> %131, ptr %136, align 64
  %137 = getelementptr inbounds nuw i8, ptr %7, i64 896
  %138 = load <16 x i32>, ptr %137, align 64
  %139 = load i32, ptr %47, align 8
  %140 = add i32 %139, 768
  %141 = zext i32 %140 to i64
  %142 = getelementptr inbounds nuw i8, ptr %0, i64 %141
  %143 = getelementptr inbounds nuw i8, ptr %142, i64 128
  store <16 x i32> %138, ptr %143, align 64
  %144 = getelementptr inbounds nuw i8, ptr %7, i64 960
  %145 = load <16 x i32>, ptr %144, align 64
  %146 = load i32, ptr %47, align 8
  %147 = add i32 %146, 768
  %148 = zext i32 %147 to i64
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 %148
  %150 = getelementptr inbounds nuw i8, ptr %149, i64 192
  store <16 x i32> %145, ptr %150, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %151 = icmp eq i32 %14, 8064
  br i1 %151, label %233, label %232
152:
  %153 = phi i64 [ 0, %13 ], [ %230, %164 ]
  br i1 %24, label %154, label %164
154:
  %155 = shl nuw nsw i64 %153, 6
  %156 = getelementptr inbounds nuw i8, ptr %39, i64 %155
  %157 = load <16 x i32>, ptr %156, align 64
  %158 = getelementptr inbounds nuw i8, ptr %41, i64 %155
  %159 = load <16 x i32>, ptr %158, align 64
  %160 = getelementptr inbounds nuw i8, ptr %43, i64 %155
  %161 = load <16 x i32>, ptr %160, align 64
  %162 = getelementptr inbounds nuw i8, ptr %45, i64 %155
  %163 = load <16 x i32>, ptr %162, align 64
  br label %164
164:
  %165 = phi <16 x i32> [ %161, %154 ], [ %35, %152 ]
  %166 = phi <16 x i32> [ %157, %154 ], [ %29, %152 ]
  %167 = phi <16 x i32> [ %159, %154 ], [ %32, %152 ]
  %168 = phi <16 x i32> [ %163, %154 ], [ %38, %152 ]
  %169 = shl nuw nsw i64 %153, 4
  %170 = getelementptr inbounds nuw float, ptr %6, i64 %169
  %171 = getelementptr inbounds nuw float, ptr %5, i64 %169
  %172 = load <16 x float>, ptr %170, align 64
  %173 = load <16 x float>, ptr %171, align 64
  %174 = shufflevector <16 x float> %173, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %175 = shufflevector <16 x float> %173, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %176 = shufflevector <16 x float> %173, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %177 = shufflevector <16 x float> %173, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %178 = call <16 x float> @llvm.fma.v16f32(<16 x float> %174, <16 x float> %172, <16 x float> zeroinitializer)
  %179 = call <16 x float> @llvm.fma.v16f32(<16 x float> %175, <16 x float> %172, <16 x float> zeroinitializer)
  %180 = call <16 x float> @llvm.fma.v16f32(<16 x float> %176, <16 x float> %172, <16 x float> zeroinitializer)
  %181 = call <16 x float> @llvm.fma.v16f32(<16 x float> %177, <16 x float> %172, <16 x float> zeroinitializer)
  %182 = getelementptr inbounds nuw i8, ptr %170, i64 256
  %183 = load <16 x float>, ptr %182, align 64
  %184 = getelementptr inbounds nuw i8, ptr %171, i64 256
  %185 = load <16 x float>, ptr %184, align 64
  %186 = shufflevector <16 x float> %185, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %187 = shufflevector <16 x float> %185, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %188 = shufflevector <16 x float> %185, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %189 = shufflevector <16 x float> %185, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %190 = call <16 x float> @llvm.fma.v16f32(<16 x float> %186, <16 x float> %183, <16 x float> %178)
  %191 = call <16 x float> @llvm.fma.v16f32(<16 x float> %187, <16 x float> %183, <16 x float> %179)
  %192 = call <16 x float> @llvm.fma.v16f32(<16 x float> %188, <16 x float> %183, <16 x float> %180)
  %193 = call <16 x float> @llvm.fma.v16f32(<16 x float> %189, <16 x float> %183, <16 x float> %181)
  %194 = getelementptr inbounds nuw i8, ptr %170, i64 512
  %195 = load <16 x float>, ptr %194, align 64
  %196 = getelementptr inbounds nuw i8, ptr %171, i64 512
  %197 = load <16 x float>, ptr %196, align 64
  %198 = shufflevector <16 x float> %197, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %199 = shufflevector <16 x float> %197, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %200 = shufflevector <16 x float> %197, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %201 = shufflevector <16 x float> %197, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %202 = call <16 x float> @llvm.fma.v16f32(<16 x float> %198, <16 x float> %195, <16 x float> %190)
  %203 = call <16 x float> @llvm.fma.v16f32(<16 x float> %199, <16 x float> %195, <16 x float> %191)
  %204 = call <16 x float> @llvm.fma.v16f32(<16 x float> %200, <16 x float> %195, <16 x float> %192)
  %205 = call <16 x float> @llvm.fma.v16f32(<16 x float> %201, <16 x float> %195, <16 x float> %193)
  %206 = getelementptr inbounds nuw i8, ptr %170, i64 768
  %207 = load <16 x float>, ptr %206, align 64
  %208 = getelementptr inbounds nuw i8, ptr %171, i64 768
  %209 = load <16 x float>, ptr %208, align 64
  %210 = shufflevector <16 x float> %209, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12, i32 12>
  %211 = shufflevector <16 x float> %209, <16 x float> poison, <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5, i32 9, i32 9, i32 9, i32 9, i32 13, i32 13, i32 13, i32 13>
  %212 = shufflevector <16 x float> %209, <16 x float> poison, <16 x i32> <i32 2, i32 2, i32 2, i32 2, i32 6, i32 6, i32 6, i32 6, i32 10, i32 10, i32 10, i32 10, i32 14, i32 14, i32 14, i32 14>
  %213 = shufflevector <16 x float> %209, <16 x float> poison, <16 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7, i32 11, i32 11, i32 11, i32 11, i32 15, i32 15, i32 15, i32 15>
  %214 = call <16 x float> @llvm.fma.v16f32(<16 x float> %210, <16 x float> %207, <16 x float> %202)
  %215 = call <16 x float> @llvm.fma.v16f32(<16 x float> %211, <16 x float> %207, <16 x float> %203)
  %216 = call <16 x float> @llvm.fma.v16f32(<16 x float> %212, <16 x float> %207, <16 x float> %204)
  %217 = call <16 x float> @llvm.fma.v16f32(<16 x float> %213, <16 x float> %207, <16 x float> %205)
  %218 = getelementptr inbounds nuw <16 x i32>, ptr %7, i64 %153
  %219 = fptosi <16 x float> %214 to <16 x i32>
  %220 = add <16 x i32> %166, %219
  store <16 x i32> %220, ptr %218, align 64
  %221 = fptosi <16 x float> %215 to <16 x i32>
  %222 = add <16 x i32> %167, %221
  %223 = getelementptr inbounds nuw i8, ptr %218, i64 256
  store <16 x i32> %222, ptr %223, align 64
  %224 = fptosi <16 x float> %216 to <16 x i32>
  %225 = add <16 x i32> %165, %224
  %226 = getelementptr inbounds nuw i8, ptr %218, i64 512
  store <16 x i32> %225, ptr %226, align 64
  %227 = fptosi <16 x float> %217 to <16 x i32>
  %228 = add <16 x i32> %168, %227
  %229 = getelementptr inbounds nuw i8, ptr %218, i64 768
  store <16 x i32> %228, ptr %229, align 64
  %230 = add nuw nsw i64 %153, 1
  %231 = icmp eq i64 %230, 4
  br i1 %231, label %46, label %152
232:
  store i32 %14, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %233
233:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %234 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %235 = load ptr, ptr %234, align 8
  musttail call preserve_nonecc void %235(ptr nonnull %0, ptr nonnull %234)
  ret void
}
define preserve_nonecc void @matrix_32x32x16_i8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_i8(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 8)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_i8(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 8)
  call fastcc void @tiles32_i8(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 8)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x32_i8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_i8(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 8)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_i8(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 8)
  call fastcc void @tiles16_i8(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 8)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x8_xf32(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_xf32(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 2)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_xf32(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 2)
  call fastcc void @tiles16(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 2)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_32x32x4_xf32(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_xf32(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 2)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_xf32(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 2)
  call fastcc void @tiles32(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 2)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x32_fp8_fp8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_fp8(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 8)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_fp8(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 8)
  call fastcc void @tiles16(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 8)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x32_fp8_bf8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_fp8(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 8)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_bf8(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 8)
  call fastcc void @tiles16(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 8)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x32_bf8_fp8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_bf8(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 8)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_fp8(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 8)
  call fastcc void @tiles16(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 8)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x32_bf8_bf8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_bf8(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 8)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_bf8(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 8)
  call fastcc void @tiles16(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 8)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_32x32x16_fp8_fp8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_fp8(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 8)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_fp8(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 8)
  call fastcc void @tiles32(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 8)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_32x32x16_fp8_bf8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_fp8(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 8)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_bf8(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 8)
  call fastcc void @tiles32(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 8)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_32x32x16_bf8_fp8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_bf8(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 8)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_fp8(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 8)
  call fastcc void @tiles32(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 8)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_32x32x16_bf8_bf8(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x [64 x float]], align 64
  %6 = alloca [16 x [64 x float]], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %2 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  call fastcc void @unpack_bf8(ptr nonnull %0, i32 %16, ptr nonnull %5, i32 8)
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = trunc i64 %18 to i32
  call fastcc void @unpack_bf8(ptr nonnull %0, i32 %19, ptr nonnull %6, i32 8)
  call fastcc void @tiles32(ptr nonnull %0, ptr %1, ptr %5, ptr %6, i32 1, i32 8)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %20 = icmp eq i32 %13, 8064
  br i1 %20, label %22, label %21
21:
  store i32 %13, ptr %3, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %3)
  br label %22
22:
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load ptr, ptr %23, align 8
  musttail call preserve_nonecc void %24(ptr nonnull %0, ptr nonnull %23)
  ret void
}
define preserve_nonecc void @matrix_16x16x4_f64(ptr %0, ptr %1) {
  tail call fastcc void @matrix_double(ptr %0, ptr %1, i32 16)
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %4 = load ptr, ptr %3, align 8
  musttail call preserve_nonecc void %4(ptr %0, ptr nonnull %3)
  ret void
}
define internal fastcc void @matrix_double(ptr %0, ptr readonly %1, i32 range(i32 4, 17) %2) unnamed_addr {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca [4 x [64 x double]], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 556
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 8064
  br i1 %9, label %12, label %10
10:
  store i32 8064, ptr %5, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %5)
  %11 = load i32, ptr %7, align 4
  br label %12
12:
  %13 = phi i32 [ 8064, %3 ], [ %11, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  %14 = icmp eq i32 %2, 16
  %15 = select i1 %14, i64 4, i64 1
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %20 = load i32, ptr %19, align 4
  %21 = and i32 %20, 512
  %22 = icmp eq i32 %21, 0
  %23 = select i1 %14, i32 15, i32 3
  %24 = load i64, ptr %16, align 8
  %25 = getelementptr inbounds i8, ptr %0, i64 %24
  %26 = getelementptr inbounds nuw i8, ptr %25, i64 256
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %0, i64 %28
  %30 = getelementptr inbounds nuw i8, ptr %29, i64 256
  %31 = getelementptr i8, ptr %0, i64 %18
  br label %32
32:
  %33 = phi i64 [ 0, %12 ], [ %44, %43 ]
  %34 = trunc i64 %33 to i32
  %35 = shl i32 %34, 2
  %36 = select i1 %14, i32 %35, i32 0
  %37 = getelementptr inbounds nuw [64 x double], ptr %6, i64 %33
  %38 = shl nsw i64 %33, 9
  %39 = getelementptr i8, ptr %31, i64 %38
  %40 = getelementptr inbounds nuw i8, ptr %39, i64 256
  br label %46
41:
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 8
  br label %155
43:
  %44 = add nuw nsw i64 %33, 1
  %45 = icmp eq i64 %44, %15
  br i1 %45, label %41, label %32
46:
  %47 = phi i64 [ 0, %32 ], [ %153, %57 ]
  br i1 %22, label %48, label %57
48:
  %49 = getelementptr inbounds nuw i32, ptr %39, i64 %47
  %50 = load i32, ptr %49, align 4
  %51 = zext i32 %50 to i64
  %52 = getelementptr inbounds nuw i32, ptr %40, i64 %47
  %53 = load i32, ptr %52, align 4
  %54 = zext i32 %53 to i64
  %55 = shl nuw i64 %54, 32
  %56 = or disjoint i64 %55, %51
  br label %57
57:
  %58 = phi i64 [ %56, %48 ], [ %18, %46 ]
  %59 = bitcast i64 %58 to double
  %60 = trunc nuw nsw i64 %47 to i32
  %61 = lshr i32 %60, 4
  %62 = add nuw nsw i32 %61, %36
  %63 = and i32 %23, %60
  %64 = and i32 %60, 12
  %65 = select i1 %14, i32 0, i32 %64
  %66 = add nuw nsw i32 %62, %65
  %67 = add nuw nsw i32 %65, %63
  %68 = zext nneg i32 %67 to i64
  %69 = zext i32 %66 to i64
  %70 = getelementptr inbounds nuw i32, ptr %25, i64 %69
  %71 = load i32, ptr %70, align 4
  %72 = zext i32 %71 to i64
  %73 = getelementptr inbounds nuw i32, ptr %26, i64 %69
  %74 = load i32, ptr %73, align 4
  %75 = zext i32 %74 to i64
  %76 = shl nuw i64 %75, 32
  %77 = or disjoint i64 %76, %72
  %78 = bitcast i64 %77 to double
  %79 = getelementptr inbounds nuw i32, ptr %29, i64 %68
  %80 = load i32, ptr %79, align 4
  %81 = zext i32 %80 to i64
  %82 = getelementptr inbounds nuw i32, ptr %30, i64 %68
  %83 = load i32, ptr %82, align 4
  %84 = zext i32 %83 to i64
  %85 = shl nuw i64 %84, 32
  %86 = or disjoint i64 %85, %81
  %87 = bitcast i64 %86 to double
  %88 = call double @llvm.fma.f64(double %78, double %87, double %59)
  %89 = add nuw nsw i64 %69, 16
  %90 = getelementptr inbounds nuw i32, ptr %25, i64 %89
  %91 = load i32, ptr %90, align 4
  %92 = zext i32 %91 to i64
  %93 = getelementptr inbounds nuw i32, ptr %26, i64 %89
  %94 = load i32, ptr %93, align 4
  %95 = zext i32 %94 to i64
  %96 = shl nuw i64 %95, 32
  %97 = or disjoint i64 %96, %92
  %98 = bitcast i64 %97 to double
  %99 = add nuw nsw i64 %68, 16
  %100 = getelementptr inbounds nuw i32, ptr %29, i64 %99
  %101 = load i32, ptr %100, align 4
  %102 = zext i32 %101 to i64
  %103 = getelementptr inbounds nuw i32, ptr %30, i64 %99
  %104 = load i32, ptr %103, align 4
  %105 = zext i32 %104 to i64
  %106 = shl nuw i64 %105, 32
  %107 = or disjoint i64 %106, %102
  %108 = bitcast i64 %107 to double
  %109 = call double @llvm.fma.f64(double %98, double %108, double %88)
  %110 = add nuw nsw i64 %69, 32
  %111 = getelementptr inbounds nuw i32, ptr %25, i64 %110
  %112 = load i32, ptr %111, align 4
  %113 = zext i32 %112 to i64
  %114 = getelementptr inbounds nuw i32, ptr %26, i64 %110
  %115 = load i32, ptr %114, align 4
  %116 = zext i32 %115 to i64
  %117 = shl nuw i64 %116, 32
  %118 = or disjoint i64 %117, %113
  %119 = bitcast i64 %118 to double
  %120 = or disjoint i64 %68, 32
  %121 = getelementptr inbounds nuw i32, ptr %29, i64 %120
  %122 = load i32, ptr %121, align 4
  %123 = zext i32 %122 to i64
  %124 = getelementptr inbounds nuw i32, ptr %30, i64 %120
  %125 = load i32, ptr %124, align 4
  %126 = zext i32 %125 to i64
  %127 = shl nuw i64 %126, 32
  %128 = or disjoint i64 %127, %123
  %129 = bitcast i64 %128 to double
  %130 = call double @llvm.fma.f64(double %119, double %129, double %109)
  %131 = add nuw nsw i64 %69, 48
  %132 = getelementptr inbounds nuw i32, ptr %25, i64 %131
  %133 = load i32, ptr %132, align 4
  %134 = zext i32 %133 to i64
  %135 = getelementptr inbounds nuw i32, ptr %26, i64 %131
  %136 = load i32, ptr %135, align 4
  %137 = zext i32 %136 to i64
  %138 = shl nuw i64 %137, 32
  %139 = or disjoint i64 %138, %134
  %140 = bitcast i64 %139 to double
  %141 = add nuw nsw i64 %68, 48
  %142 = getelementptr inbounds nuw i32, ptr %29, i64 %141
  %143 = load i32, ptr %142, align 4
  %144 = zext i32 %143 to i64
  %145 = getelementptr inbounds nuw i32, ptr %30, i64 %141
  %146 = load i32, ptr %145, align 4
  %147 = zext i32 %146 to i64
  %148 = shl nuw i64 %147, 32
  %149 = or disjoint i64 %148, %144
  %150 = bitcast i64 %149 to double
  %151 = call double @llvm.fma.f64(double %140, double %150, double %130)
  %152 = getelementptr inbounds nuw double, ptr %37, i64 %47
  store double %151, ptr %152, align 8
  %153 = add nuw nsw i64 %47, 1
  %154 = icmp eq i64 %153, 64
  br i1 %154, label %43, label %46
155:
  %156 = phi i64 [ 0, %41 ], [ %165, %164 ]
  %157 = getelementptr inbounds nuw [64 x double], ptr %6, i64 %156
  %158 = shl nsw i64 %156, 9
  %159 = getelementptr inbounds nuw i8, ptr %0, i64 %158
  br label %167
160:
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %161 = icmp eq i32 %13, 8064
  br i1 %161, label %163, label %162
162:
  store i32 %13, ptr %4, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %4)
  br label %163
163:
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  ret void
164:
  %165 = add nuw nsw i64 %156, 1
  %166 = icmp eq i64 %165, %15
  br i1 %166, label %160, label %155
167:
  %168 = phi i64 [ 0, %155 ], [ %228, %167 ]
  %169 = getelementptr inbounds nuw double, ptr %157, i64 %168
  %170 = load i64, ptr %169, align 16
  %171 = trunc i64 %170 to i32
  %172 = load i32, ptr %42, align 8
  %173 = zext i32 %172 to i64
  %174 = getelementptr inbounds nuw i8, ptr %159, i64 %173
  %175 = getelementptr inbounds nuw i32, ptr %174, i64 %168
  store i32 %171, ptr %175, align 4
  %176 = lshr i64 %170, 32
  %177 = trunc nuw i64 %176 to i32
  %178 = load i32, ptr %42, align 8
  %179 = zext i32 %178 to i64
  %180 = getelementptr inbounds nuw i8, ptr %159, i64 %179
  %181 = getelementptr inbounds nuw i8, ptr %180, i64 256
  %182 = getelementptr inbounds nuw i32, ptr %181, i64 %168
  store i32 %177, ptr %182, align 4
  %183 = or disjoint i64 %168, 1
  %184 = getelementptr inbounds nuw double, ptr %157, i64 %183
  %185 = load i64, ptr %184, align 8
  %186 = trunc i64 %185 to i32
  %187 = load i32, ptr %42, align 8
  %188 = zext i32 %187 to i64
  %189 = getelementptr inbounds nuw i8, ptr %159, i64 %188
  %190 = getelementptr inbounds nuw i32, ptr %189, i64 %183
  store i32 %186, ptr %190, align 4
  %191 = lshr i64 %185, 32
  %192 = trunc nuw i64 %191 to i32
  %193 = load i32, ptr %42, align 8
  %194 = zext i32 %193 to i64
  %195 = getelementptr inbounds nuw i8, ptr %159, i64 %194
  %196 = getelementptr inbounds nuw i8, ptr %195, i64 256
  %197 = getelementptr inbounds nuw i32, ptr %196, i64 %183
  store i32 %192, ptr %197, align 4
  %198 = or disjoint i64 %168, 2
  %199 = getelementptr inbounds nuw double, ptr %157, i64 %198
  %200 = load i64, ptr %199, align 16
  %201 = trunc i64 %200 to i32
  %202 = load i32, ptr %42, align 8
  %203 = zext i32 %202 to i64
  %204 = getelementptr inbounds nuw i8, ptr %159, i64 %203
  %205 = getelementptr inbounds nuw i32, ptr %204, i64 %198
  store i32 %201, ptr %205, align 4
  %206 = lshr i64 %200, 32
  %207 = trunc nuw i64 %206 to i32
  %208 = load i32, ptr %42, align 8
  %209 = zext i32 %208 to i64
  %210 = getelementptr inbounds nuw i8, ptr %159, i64 %209
  %211 = getelementptr inbounds nuw i8, ptr %210, i64 256
  %212 = getelementptr inbounds nuw i32, ptr %211, i64 %198
  store i32 %207, ptr %212, align 4
  %213 = or disjoint i64 %168, 3
  %214 = getelementptr inbounds nuw double, ptr %157, i64 %213
  %215 = load i64, ptr %214, align 8
  %216 = trunc i64 %215 to i32
  %217 = load i32, ptr %42, align 8
  %218 = zext i32 %217 to i64
  %219 = getelementptr inbounds nuw i8, ptr %159, i64 %218
  %220 = getelementptr inbounds nuw i32, ptr %219, i64 %213
  store i32 %216, ptr %220, align 4
  %221 = lshr i64 %215, 32
  %222 = trunc nuw i64 %221 to i32
  %223 = load i32, ptr %42, align 8
  %224 = zext i32 %223 to i64
  %225 = getelementptr inbounds nuw i8, ptr %159, i64 %224
  %226 = getelementptr inbounds nuw i8, ptr %225, i64 256
  %227 = getelementptr inbounds nuw i32, ptr %226, i64 %213
  store i32 %222, ptr %227, align 4
  %228 = add nuw nsw i64 %168, 4
  %229 = icmp eq i64 %228, 64
  br i1 %229, label %164, label %167
}
define preserve_nonecc void @matrix_4x4x4_4b_f64(ptr %0, ptr %1) {
  tail call fastcc void @matrix_double(ptr %0, ptr %1, i32 4)
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %4 = load ptr, ptr %3, align 8
  musttail call preserve_nonecc void %4(ptr %0, ptr nonnull %3)
  ret void
}
define internal fastcc range(i32 0, 2) i32 @lanes(ptr %0, ptr %1, ptr nonnull initializes((536, 544), (552, 556)) %2, i32 range(i32 1, 17) %3, i32 range(i32 0, 2) %4) unnamed_addr {
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %7 = load i32, ptr %6, align 4
  %8 = and i32 %7, 7
  %9 = getelementptr inbounds nuw i8, ptr %2, i64 536
  store i64 0, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 552
  store i32 0, ptr %10, align 8
  %11 = icmp eq i32 %8, 2
  br i1 %11, label %12, label %368
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw i8, ptr %16, i64 4
  %20 = load i32, ptr %19, align 4
  %21 = and i32 %20, 65535
  %22 = zext nneg i32 %21 to i64
  %23 = shl nuw nsw i64 %22, 32
  %24 = or disjoint i64 %23, %18
  %25 = lshr i32 %20, 16
  %26 = and i32 %25, 16383
  %27 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %28 = load i32, ptr %27, align 4
  %29 = icmp sgt i32 %20, -1
  br i1 %29, label %30, label %35
30:
  %31 = getelementptr inbounds nuw i8, ptr %16, i64 12
  %32 = load i32, ptr %31, align 4
  %33 = and i32 %32, 8388608
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %42, label %35
35:
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %36, align 8
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 6, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %24, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 0, ptr %39, align 4
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %3, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %41, align 8
  br label %1026
42:
  %43 = and i32 %7, 32
  %44 = icmp eq i32 %43, 0
  %45 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %46 = load i64, ptr %45, align 8
  br i1 %44, label %49, label %47
47:
  %48 = trunc i64 %46 to i32
  br label %52
49:
  %50 = getelementptr inbounds i8, ptr %0, i64 %46
  %51 = load i32, ptr %50, align 4
  br label %52
52:
  %53 = phi i32 [ %48, %47 ], [ %51, %49 ]
  %54 = zext i32 %53 to i64
  %55 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %56 = load i64, ptr %55, align 8
  %57 = add i64 %56, %54
  %58 = load i64, ptr %13, align 8
  %59 = and i32 %7, 16
  %60 = icmp ne i32 %59, 0
  br i1 %60, label %61, label %127
61:
  %62 = and i64 %58, 4294967295
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 %62
  %64 = zext nneg i32 %26 to i64
  %65 = and i32 %7, 8
  %66 = icmp eq i32 %65, 0
  %67 = getelementptr inbounds nuw i8, ptr %63, i64 256
  br label %68
68:
  %69 = phi i64 [ 0, %61 ], [ %125, %121 ]
  %70 = getelementptr inbounds nuw i32, ptr %63, i64 %69
  %71 = load i32, ptr %70, align 4
  %72 = zext i32 %71 to i64
  %73 = mul nuw nsw i64 %72, %64
  br i1 %66, label %79, label %74
74:
  %75 = getelementptr inbounds nuw i32, ptr %67, i64 %69
  %76 = load i32, ptr %75, align 4
  %77 = zext i32 %76 to i64
  %78 = add nuw nsw i64 %73, %77
  br label %79
79:
  %80 = phi i64 [ %78, %74 ], [ %73, %68 ]
  %81 = add i64 %80, %57
  %82 = getelementptr inbounds nuw i64, ptr %2, i64 %69
  store i64 %81, ptr %82, align 8
  %83 = or disjoint i64 %69, 1
  %84 = getelementptr inbounds nuw i32, ptr %63, i64 %83
  %85 = load i32, ptr %84, align 4
  %86 = zext i32 %85 to i64
  %87 = mul nuw nsw i64 %86, %64
  br i1 %66, label %93, label %88
88:
  %89 = getelementptr inbounds nuw i32, ptr %67, i64 %83
  %90 = load i32, ptr %89, align 4
  %91 = zext i32 %90 to i64
  %92 = add nuw nsw i64 %87, %91
  br label %93
93:
  %94 = phi i64 [ %92, %88 ], [ %87, %79 ]
  %95 = add i64 %94, %57
  %96 = getelementptr inbounds nuw i64, ptr %2, i64 %83
  store i64 %95, ptr %96, align 8
  %97 = or disjoint i64 %69, 2
  %98 = getelementptr inbounds nuw i32, ptr %63, i64 %97
  %99 = load i32, ptr %98, align 4
  %100 = zext i32 %99 to i64
  %101 = mul nuw nsw i64 %100, %64
  br i1 %66, label %107, label %102
102:
  %103 = getelementptr inbounds nuw i32, ptr %67, i64 %97
  %104 = load i32, ptr %103, align 4
  %105 = zext i32 %104 to i64
  %106 = add nuw nsw i64 %101, %105
  br label %107
107:
  %108 = phi i64 [ %106, %102 ], [ %101, %93 ]
  %109 = add i64 %108, %57
  %110 = getelementptr inbounds nuw i64, ptr %2, i64 %97
  store i64 %109, ptr %110, align 8
  %111 = or disjoint i64 %69, 3
  %112 = getelementptr inbounds nuw i32, ptr %63, i64 %111
  %113 = load i32, ptr %112, align 4
  %114 = zext i32 %113 to i64
  %115 = mul nuw nsw i64 %114, %64
  br i1 %66, label %121, label %116
116:
  %117 = getelementptr inbounds nuw i32, ptr %67, i64 %111
  %118 = load i32, ptr %117, align 4
  %119 = zext i32 %118 to i64
  %120 = add nuw nsw i64 %115, %119
  br label %121
121:
  %122 = phi i64 [ %120, %116 ], [ %115, %107 ]
  %123 = add i64 %122, %57
  %124 = getelementptr inbounds nuw i64, ptr %2, i64 %111
  store i64 %123, ptr %124, align 8
  %125 = add nuw nsw i64 %69, 4
  %126 = icmp eq i64 %125, 64
  br i1 %126, label %182, label %68
127:
  %128 = and i32 %7, 8
  %129 = icmp eq i32 %128, 0
  %130 = insertelement <8 x i64> poison, i64 %57, i64 0
  %131 = shufflevector <8 x i64> %130, <8 x i64> poison, <8 x i32> zeroinitializer
  br i1 %129, label %132, label %139
132:
  store <8 x i64> %131, ptr %2, align 8
  %133 = getelementptr inbounds nuw i8, ptr %2, i64 64
  store <8 x i64> %131, ptr %133, align 8
  %134 = getelementptr inbounds nuw i8, ptr %2, i64 128
  store <8 x i64> %131, ptr %134, align 8
  %135 = getelementptr inbounds nuw i8, ptr %2, i64 192
  store <8 x i64> %131, ptr %135, align 8
  %136 = getelementptr inbounds nuw i8, ptr %2, i64 256
  store <8 x i64> %131, ptr %136, align 8
  %137 = getelementptr inbounds nuw i8, ptr %2, i64 320
  store <8 x i64> %131, ptr %137, align 8
  %138 = getelementptr inbounds nuw i8, ptr %2, i64 384
  store <8 x i64> %131, ptr %138, align 8
  br label %179
139:
  %140 = and i64 %58, 4294967295
  %141 = getelementptr inbounds nuw i8, ptr %0, i64 %140
  %142 = load <8 x i32>, ptr %141, align 32
  %143 = zext <8 x i32> %142 to <8 x i64>
  %144 = add <8 x i64> %131, %143
  store <8 x i64> %144, ptr %2, align 8
  %145 = getelementptr inbounds nuw i8, ptr %141, i64 32
  %146 = load <8 x i32>, ptr %145, align 32
  %147 = zext <8 x i32> %146 to <8 x i64>
  %148 = add <8 x i64> %131, %147
  %149 = getelementptr inbounds nuw i8, ptr %2, i64 64
  store <8 x i64> %148, ptr %149, align 8
  %150 = getelementptr inbounds nuw i8, ptr %141, i64 64
  %151 = load <8 x i32>, ptr %150, align 32
  %152 = zext <8 x i32> %151 to <8 x i64>
  %153 = add <8 x i64> %131, %152
  %154 = getelementptr inbounds nuw i8, ptr %2, i64 128
  store <8 x i64> %153, ptr %154, align 8
  %155 = getelementptr inbounds nuw i8, ptr %141, i64 96
  %156 = load <8 x i32>, ptr %155, align 32
  %157 = zext <8 x i32> %156 to <8 x i64>
  %158 = add <8 x i64> %131, %157
  %159 = getelementptr inbounds nuw i8, ptr %2, i64 192
  store <8 x i64> %158, ptr %159, align 8
  %160 = getelementptr inbounds nuw i8, ptr %141, i64 128
  %161 = load <8 x i32>, ptr %160, align 32
  %162 = zext <8 x i32> %161 to <8 x i64>
  %163 = add <8 x i64> %131, %162
  %164 = getelementptr inbounds nuw i8, ptr %2, i64 256
  store <8 x i64> %163, ptr %164, align 8
  %165 = getelementptr inbounds nuw i8, ptr %141, i64 160
  %166 = load <8 x i32>, ptr %165, align 32
  %167 = zext <8 x i32> %166 to <8 x i64>
  %168 = add <8 x i64> %131, %167
  %169 = getelementptr inbounds nuw i8, ptr %2, i64 320
  store <8 x i64> %168, ptr %169, align 8
  %170 = getelementptr inbounds nuw i8, ptr %141, i64 192
  %171 = load <8 x i32>, ptr %170, align 32
  %172 = zext <8 x i32> %171 to <8 x i64>
  %173 = add <8 x i64> %131, %172
  %174 = getelementptr inbounds nuw i8, ptr %2, i64 384
  store <8 x i64> %173, ptr %174, align 8
  %175 = getelementptr inbounds nuw i8, ptr %141, i64 224
  %176 = load <8 x i32>, ptr %175, align 32
  %177 = zext <8 x i32> %176 to <8 x i64>
  %178 = add <8 x i64> %131, %177
  br label %179
179:
  %180 = phi <8 x i64> [ %178, %139 ], [ %131, %132 ]
  %181 = getelementptr inbounds nuw i8, ptr %2, i64 448
  store <8 x i64> %180, ptr %181, align 8
  br label %182
182:
  %183 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %184 = load i64, ptr %183, align 8
  %185 = icmp ne i32 %26, 0
  %186 = and i1 %60, %185
  %187 = getelementptr inbounds nuw i8, ptr %2, i64 528
  store i64 %184, ptr %187, align 16
  store i64 0, ptr %9, align 8
  switch i64 %184, label %251 [
    i64 -1, label %191
    i64 0, label %188
  ]
188:
  %189 = getelementptr inbounds nuw i8, ptr %2, i64 512
  store i64 -1, ptr %189, align 64
  %190 = getelementptr inbounds nuw i8, ptr %2, i64 520
  store i64 0, ptr %190, align 8
  br label %339
191:
  %192 = load <8 x i64>, ptr %2, align 8
  %193 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %194 = load <8 x i64>, ptr %193, align 8
  %195 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %194, <8 x i64> %192)
  %196 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %194, <8 x i64> %192)
  %197 = getelementptr inbounds nuw i8, ptr %2, i64 128
  %198 = load <8 x i64>, ptr %197, align 8
  %199 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %198, <8 x i64> %195)
  %200 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %198, <8 x i64> %196)
  %201 = getelementptr inbounds nuw i8, ptr %2, i64 192
  %202 = load <8 x i64>, ptr %201, align 8
  %203 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %202, <8 x i64> %199)
  %204 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %202, <8 x i64> %200)
  %205 = getelementptr inbounds nuw i8, ptr %2, i64 256
  %206 = load <8 x i64>, ptr %205, align 8
  %207 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %206, <8 x i64> %203)
  %208 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %206, <8 x i64> %204)
  %209 = getelementptr inbounds nuw i8, ptr %2, i64 320
  %210 = load <8 x i64>, ptr %209, align 8
  %211 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %210, <8 x i64> %207)
  %212 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %210, <8 x i64> %208)
  %213 = getelementptr inbounds nuw i8, ptr %2, i64 384
  %214 = load <8 x i64>, ptr %213, align 8
  %215 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %214, <8 x i64> %211)
  %216 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %214, <8 x i64> %212)
  %217 = getelementptr inbounds nuw i8, ptr %2, i64 448
  %218 = load <8 x i64>, ptr %217, align 8
  %219 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %218, <8 x i64> %215)
  %220 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %218, <8 x i64> %216)
  %221 = extractelement <8 x i64> %219, i64 0
  %222 = extractelement <8 x i64> %220, i64 0
  %223 = extractelement <8 x i64> %219, i64 1
  %224 = tail call i64 @llvm.umin.i64(i64 %223, i64 %221)
  %225 = extractelement <8 x i64> %220, i64 1
  %226 = tail call i64 @llvm.umax.i64(i64 %225, i64 %222)
  %227 = extractelement <8 x i64> %219, i64 2
  %228 = tail call i64 @llvm.umin.i64(i64 %227, i64 %224)
  %229 = extractelement <8 x i64> %220, i64 2
  %230 = tail call i64 @llvm.umax.i64(i64 %229, i64 %226)
  %231 = extractelement <8 x i64> %219, i64 3
  %232 = tail call i64 @llvm.umin.i64(i64 %231, i64 %228)
  %233 = extractelement <8 x i64> %220, i64 3
  %234 = tail call i64 @llvm.umax.i64(i64 %233, i64 %230)
  %235 = extractelement <8 x i64> %219, i64 4
  %236 = tail call i64 @llvm.umin.i64(i64 %235, i64 %232)
  %237 = extractelement <8 x i64> %220, i64 4
  %238 = tail call i64 @llvm.umax.i64(i64 %237, i64 %234)
  %239 = extractelement <8 x i64> %219, i64 5
  %240 = tail call i64 @llvm.umin.i64(i64 %239, i64 %236)
  %241 = extractelement <8 x i64> %220, i64 5
  %242 = tail call i64 @llvm.umax.i64(i64 %241, i64 %238)
  %243 = extractelement <8 x i64> %219, i64 6
  %244 = tail call i64 @llvm.umin.i64(i64 %243, i64 %240)
  %245 = extractelement <8 x i64> %220, i64 6
  %246 = tail call i64 @llvm.umax.i64(i64 %245, i64 %242)
  %247 = extractelement <8 x i64> %219, i64 7
  %248 = tail call i64 @llvm.umin.i64(i64 %247, i64 %244)
  %249 = extractelement <8 x i64> %220, i64 7
  %250 = tail call i64 @llvm.umax.i64(i64 %249, i64 %246)
  br label %263
251:
  %252 = phi i64 [ %258, %251 ], [ -1, %182 ]
  %253 = phi i64 [ %261, %251 ], [ %184, %182 ]
  %254 = phi i64 [ %259, %251 ], [ 0, %182 ]
  %255 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %253, i1 true)
  %256 = getelementptr inbounds nuw i64, ptr %2, i64 %255
  %257 = load i64, ptr %256, align 8
  %258 = tail call i64 @llvm.umin.i64(i64 %257, i64 %252)
  %259 = tail call i64 @llvm.umax.i64(i64 %257, i64 %254)
  %260 = add i64 %253, -1
  %261 = and i64 %260, %253
  %262 = icmp eq i64 %261, 0
  br i1 %262, label %263, label %251
263:
  %264 = phi i64 [ %250, %191 ], [ %259, %251 ]
  %265 = phi i64 [ %248, %191 ], [ %258, %251 ]
  %266 = getelementptr inbounds nuw i8, ptr %2, i64 512
  store i64 %265, ptr %266, align 64
  %267 = getelementptr inbounds nuw i8, ptr %2, i64 520
  store i64 %264, ptr %267, align 8
  %268 = zext nneg i32 %3 to i64
  %269 = add i64 %264, %268
  %270 = zext i32 %28 to i64
  %271 = icmp ugt i64 %269, %270
  %272 = select i1 %186, i1 true, i1 %271
  br i1 %272, label %273, label %339
273:
  %274 = zext nneg i32 %3 to i64
  %275 = zext i32 %28 to i64
  %276 = icmp samesign ult i32 %3, 5
  %277 = and i64 %58, 4294967295
  %278 = getelementptr inbounds nuw i8, ptr %0, i64 %277
  br label %289
279:
  store i64 %317, ptr %187, align 16
  store i64 %318, ptr %9, align 8
  %280 = xor i64 %317, -1
  %281 = and i64 %184, %280
  %282 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %283 = load ptr, ptr %282, align 8
  %284 = getelementptr inbounds nuw i8, ptr %283, i64 276
  %285 = load i32, ptr %284, align 4
  %286 = icmp ne i32 %285, 0
  %287 = icmp ne i64 %281, 0
  %288 = select i1 %286, i1 %287, i1 false
  br i1 %288, label %322, label %339
289:
  %290 = phi i64 [ %184, %273 ], [ %320, %316 ]
  %291 = phi i64 [ 0, %273 ], [ %318, %316 ]
  %292 = phi i64 [ 0, %273 ], [ %317, %316 ]
  %293 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %290, i1 true)
  br i1 %186, label %294, label %301
294:
  %295 = getelementptr inbounds nuw i32, ptr %278, i64 %293
  %296 = load i32, ptr %295, align 4
  %297 = icmp ult i32 %296, %28
  %298 = zext i1 %297 to i64
  %299 = shl nuw i64 %298, %293
  %300 = or i64 %299, %292
  br label %316
301:
  %302 = getelementptr inbounds nuw i64, ptr %2, i64 %293
  %303 = load i64, ptr %302, align 8
  %304 = add i64 %303, %274
  %305 = icmp ugt i64 %304, %275
  br i1 %305, label %309, label %306
306:
  %307 = shl nuw i64 1, %293
  %308 = or i64 %307, %292
  br label %316
309:
  %310 = add i64 %303, 4
  %311 = icmp ugt i64 %310, %275
  %312 = or i1 %276, %311
  br i1 %312, label %316, label %313
313:
  %314 = shl nuw i64 1, %293
  %315 = or i64 %314, %291
  br label %316
316:
  %317 = phi i64 [ %300, %294 ], [ %308, %306 ], [ %292, %313 ], [ %292, %309 ]
  %318 = phi i64 [ %291, %294 ], [ %291, %306 ], [ %315, %313 ], [ %291, %309 ]
  %319 = add i64 %290, -1
  %320 = and i64 %319, %290
  %321 = icmp eq i64 %320, 0
  br i1 %321, label %279, label %289
322:
  %323 = tail call range(i64 1, 65) i64 @llvm.ctpop.i64(i64 %281)
  %324 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %325 = load ptr, ptr %324, align 8
  %326 = getelementptr inbounds nuw i8, ptr %325, i64 120
  %327 = load ptr, ptr %326, align 8
  %328 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %329 = load i32, ptr %328, align 8
  %330 = zext i32 %329 to i64
  %331 = getelementptr inbounds nuw i64, ptr %327, i64 %330
  %332 = load i64, ptr %331, align 8
  %333 = add i64 %332, %323
  store i64 %333, ptr %331, align 8
  %334 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %281, i1 true)
  %335 = trunc nuw nsw i64 %334 to i32
  %336 = getelementptr inbounds nuw i64, ptr %2, i64 %334
  %337 = load i64, ptr %336, align 8
  %338 = add i64 %337, %24
  tail call fastcc void @report(ptr nonnull %0, ptr %1, i32 4, i64 %338, i32 %335, i32 range(i32 1, 17) %3, i32 0)
  br label %339
339:
  %340 = zext i32 %28 to i64
  %341 = add nuw nsw i64 %24, %340
  %342 = getelementptr inbounds nuw i8, ptr %2, i64 544
  store i64 %341, ptr %342, align 32
  %343 = insertelement <8 x i64> poison, i64 %24, i64 0
  %344 = shufflevector <8 x i64> %343, <8 x i64> poison, <8 x i32> zeroinitializer
  %345 = load <8 x i64>, ptr %2, align 32
  %346 = add <8 x i64> %345, %344
  store <8 x i64> %346, ptr %2, align 32
  %347 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %348 = load <8 x i64>, ptr %347, align 32
  %349 = add <8 x i64> %348, %344
  store <8 x i64> %349, ptr %347, align 32
  %350 = getelementptr inbounds nuw i8, ptr %2, i64 128
  %351 = load <8 x i64>, ptr %350, align 32
  %352 = add <8 x i64> %351, %344
  store <8 x i64> %352, ptr %350, align 32
  %353 = getelementptr inbounds nuw i8, ptr %2, i64 192
  %354 = load <8 x i64>, ptr %353, align 32
  %355 = add <8 x i64> %354, %344
  store <8 x i64> %355, ptr %353, align 32
  %356 = getelementptr inbounds nuw i8, ptr %2, i64 256
  %357 = load <8 x i64>, ptr %356, align 32
  %358 = add <8 x i64> %357, %344
  store <8 x i64> %358, ptr %356, align 32
  %359 = getelementptr inbounds nuw i8, ptr %2, i64 320
  %360 = load <8 x i64>, ptr %359, align 32
  %361 = add <8 x i64> %360, %344
  store <8 x i64> %361, ptr %359, align 32
  %362 = getelementptr inbounds nuw i8, ptr %2, i64 384
  %363 = load <8 x i64>, ptr %362, align 32
  %364 = add <8 x i64> %363, %344
  store <8 x i64> %364, ptr %362, align 32
  %365 = getelementptr inbounds nuw i8, ptr %2, i64 448
  %366 = load <8 x i64>, ptr %365, align 32
  %367 = add <8 x i64> %366, %344
  store <8 x i64> %367, ptr %365, align 32
  br label %709
368:
  %369 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %370 = load i64, ptr %369, align 8
  %371 = getelementptr inbounds nuw i8, ptr %2, i64 528
  store i64 %370, ptr %371, align 16
  switch i32 %8, label %510 [
    i32 1, label %372
    i32 4, label %424
  ]
372:
  %373 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %374 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %375 = load i64, ptr %374, align 8
  %376 = getelementptr inbounds i8, ptr %0, i64 %375
  %377 = load i64, ptr %376, align 1
  %378 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %379 = load i64, ptr %378, align 8
  %380 = add i64 %379, %377
  %381 = load i64, ptr %373, align 8
  %382 = insertelement <8 x i64> poison, i64 %380, i64 0
  %383 = shufflevector <8 x i64> %382, <8 x i64> poison, <8 x i32> zeroinitializer
  %384 = and i64 %381, 4294967295
  %385 = getelementptr inbounds nuw i8, ptr %0, i64 %384
  %386 = load <8 x i32>, ptr %385, align 32
  %387 = zext <8 x i32> %386 to <8 x i64>
  %388 = add <8 x i64> %383, %387
  store <8 x i64> %388, ptr %2, align 8
  %389 = getelementptr inbounds nuw i8, ptr %385, i64 32
  %390 = load <8 x i32>, ptr %389, align 32
  %391 = zext <8 x i32> %390 to <8 x i64>
  %392 = add <8 x i64> %383, %391
  %393 = getelementptr inbounds nuw i8, ptr %2, i64 64
  store <8 x i64> %392, ptr %393, align 8
  %394 = getelementptr inbounds nuw i8, ptr %385, i64 64
  %395 = load <8 x i32>, ptr %394, align 32
  %396 = zext <8 x i32> %395 to <8 x i64>
  %397 = add <8 x i64> %383, %396
  %398 = getelementptr inbounds nuw i8, ptr %2, i64 128
  store <8 x i64> %397, ptr %398, align 8
  %399 = getelementptr inbounds nuw i8, ptr %385, i64 96
  %400 = load <8 x i32>, ptr %399, align 32
  %401 = zext <8 x i32> %400 to <8 x i64>
  %402 = add <8 x i64> %383, %401
  %403 = getelementptr inbounds nuw i8, ptr %2, i64 192
  store <8 x i64> %402, ptr %403, align 8
  %404 = getelementptr inbounds nuw i8, ptr %385, i64 128
  %405 = load <8 x i32>, ptr %404, align 32
  %406 = zext <8 x i32> %405 to <8 x i64>
  %407 = add <8 x i64> %383, %406
  %408 = getelementptr inbounds nuw i8, ptr %2, i64 256
  store <8 x i64> %407, ptr %408, align 8
  %409 = getelementptr inbounds nuw i8, ptr %385, i64 160
  %410 = load <8 x i32>, ptr %409, align 32
  %411 = zext <8 x i32> %410 to <8 x i64>
  %412 = add <8 x i64> %383, %411
  %413 = getelementptr inbounds nuw i8, ptr %2, i64 320
  store <8 x i64> %412, ptr %413, align 8
  %414 = getelementptr inbounds nuw i8, ptr %385, i64 192
  %415 = load <8 x i32>, ptr %414, align 32
  %416 = zext <8 x i32> %415 to <8 x i64>
  %417 = add <8 x i64> %383, %416
  %418 = getelementptr inbounds nuw i8, ptr %2, i64 384
  store <8 x i64> %417, ptr %418, align 8
  %419 = getelementptr inbounds nuw i8, ptr %385, i64 224
  %420 = load <8 x i32>, ptr %419, align 32
  %421 = zext <8 x i32> %420 to <8 x i64>
  %422 = add <8 x i64> %383, %421
  %423 = getelementptr inbounds nuw i8, ptr %2, i64 448
  store <8 x i64> %422, ptr %423, align 8
  br label %709
424:
  %425 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %426 = load i64, ptr %425, align 8
  %427 = and i32 %7, 128
  %428 = icmp eq i32 %427, 0
  br i1 %428, label %429, label %436
429:
  %430 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %431 = load i64, ptr %430, align 8
  %432 = getelementptr inbounds i8, ptr %0, i64 %431
  %433 = load i32, ptr %432, align 4
  %434 = zext i32 %433 to i64
  %435 = add i64 %426, %434
  br label %436
436:
  %437 = phi i64 [ %426, %424 ], [ %435, %429 ]
  %438 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %439 = load i32, ptr %438, align 8
  %440 = zext i32 %439 to i64
  %441 = and i32 %7, 64
  %442 = icmp eq i32 %441, 0
  %443 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %444 = zext nneg i32 %3 to i64
  %445 = getelementptr inbounds nuw i8, ptr %0, i64 608
  br label %446
446:
  %447 = phi i64 [ 0, %436 ], [ %508, %502 ]
  br i1 %442, label %448, label %455
448:
  %449 = load i64, ptr %443, align 8
  %450 = getelementptr inbounds i8, ptr %0, i64 %449
  %451 = getelementptr inbounds nuw i32, ptr %450, i64 %447
  %452 = load i32, ptr %451, align 4
  %453 = zext i32 %452 to i64
  %454 = add i64 %437, %453
  br label %455
455:
  %456 = phi i64 [ %437, %446 ], [ %454, %448 ]
  %457 = load i64, ptr %371, align 16
  %458 = shl nuw i64 1, %447
  %459 = and i64 %457, %458
  %460 = icmp eq i64 %459, 0
  br i1 %460, label %476, label %461
461:
  %462 = add i64 %456, %444
  %463 = icmp ugt i64 %462, %440
  %464 = icmp ugt i64 %456, %440
  %465 = or i1 %464, %463
  br i1 %465, label %466, label %476
466:
  %467 = phi i64 [ %456, %461 ], [ %492, %497 ]
  %468 = phi i64 [ %447, %461 ], [ %483, %497 ]
  %469 = trunc nuw nsw i64 %468 to i32
  %470 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %470, align 8
  %471 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 10, ptr %471, align 8
  %472 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %467, ptr %472, align 8
  %473 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %469, ptr %473, align 4
  %474 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %3, ptr %474, align 8
  %475 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %475, align 8
  br label %1026
476:
  %477 = load ptr, ptr %445, align 8
  %478 = ptrtoint ptr %477 to i64
  %479 = mul nuw nsw i64 %447, %440
  %480 = add i64 %456, %479
  %481 = add i64 %480, %478
  %482 = getelementptr inbounds nuw i64, ptr %2, i64 %447
  store i64 %481, ptr %482, align 8
  %483 = or disjoint i64 %447, 1
  br i1 %442, label %484, label %491
484:
  %485 = load i64, ptr %443, align 8
  %486 = getelementptr inbounds i8, ptr %0, i64 %485
  %487 = getelementptr inbounds nuw i32, ptr %486, i64 %483
  %488 = load i32, ptr %487, align 4
  %489 = zext i32 %488 to i64
  %490 = add i64 %437, %489
  br label %491
491:
  %492 = phi i64 [ %437, %476 ], [ %490, %484 ]
  %493 = load i64, ptr %371, align 16
  %494 = shl nuw i64 2, %447
  %495 = and i64 %493, %494
  %496 = icmp eq i64 %495, 0
  br i1 %496, label %502, label %497
497:
  %498 = add i64 %492, %444
  %499 = icmp ugt i64 %498, %440
  %500 = icmp ugt i64 %492, %440
  %501 = or i1 %500, %499
  br i1 %501, label %466, label %502
502:
  %503 = ptrtoint ptr %477 to i64
  %504 = mul nuw nsw i64 %483, %440
  %505 = add i64 %492, %504
  %506 = add i64 %505, %503
  %507 = getelementptr inbounds nuw i64, ptr %2, i64 %483
  store i64 %506, ptr %507, align 8
  %508 = add nuw nsw i64 %447, 2
  %509 = icmp eq i64 %508, 64
  br i1 %509, label %709, label %446
510:
  %511 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %512 = load i64, ptr %511, align 8
  %513 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %514 = load i64, ptr %513, align 8
  %515 = insertelement <8 x i64> poison, i64 %512, i64 0
  %516 = shufflevector <8 x i64> %515, <8 x i64> poison, <8 x i32> zeroinitializer
  %517 = and i64 %514, 4294967295
  %518 = getelementptr inbounds nuw i8, ptr %0, i64 %517
  %519 = getelementptr inbounds nuw i8, ptr %518, i64 256
  %520 = load <8 x i32>, ptr %518, align 32
  %521 = load <8 x i32>, ptr %519, align 32
  %522 = zext <8 x i32> %520 to <8 x i64>
  %523 = zext <8 x i32> %521 to <8 x i64>
  %524 = shl nuw <8 x i64> %523, splat (i64 32)
  %525 = or disjoint <8 x i64> %524, %522
  %526 = add <8 x i64> %525, %516
  store <8 x i64> %526, ptr %2, align 8
  %527 = getelementptr inbounds nuw i8, ptr %518, i64 32
  %528 = load <8 x i32>, ptr %527, align 32
  %529 = getelementptr inbounds nuw i8, ptr %518, i64 288
  %530 = load <8 x i32>, ptr %529, align 32
  %531 = zext <8 x i32> %528 to <8 x i64>
  %532 = zext <8 x i32> %530 to <8 x i64>
  %533 = shl nuw <8 x i64> %532, splat (i64 32)
  %534 = or disjoint <8 x i64> %533, %531
  %535 = add <8 x i64> %534, %516
  %536 = getelementptr inbounds nuw i8, ptr %2, i64 64
  store <8 x i64> %535, ptr %536, align 8
  %537 = getelementptr inbounds nuw i8, ptr %518, i64 64
  %538 = load <8 x i32>, ptr %537, align 32
  %539 = getelementptr inbounds nuw i8, ptr %518, i64 320
  %540 = load <8 x i32>, ptr %539, align 32
  %541 = zext <8 x i32> %538 to <8 x i64>
  %542 = zext <8 x i32> %540 to <8 x i64>
  %543 = shl nuw <8 x i64> %542, splat (i64 32)
  %544 = or disjoint <8 x i64> %543, %541
  %545 = add <8 x i64> %544, %516
  %546 = getelementptr inbounds nuw i8, ptr %2, i64 128
  store <8 x i64> %545, ptr %546, align 8
  %547 = getelementptr inbounds nuw i8, ptr %518, i64 96
  %548 = load <8 x i32>, ptr %547, align 32
  %549 = getelementptr inbounds nuw i8, ptr %518, i64 352
  %550 = load <8 x i32>, ptr %549, align 32
  %551 = zext <8 x i32> %548 to <8 x i64>
  %552 = zext <8 x i32> %550 to <8 x i64>
  %553 = shl nuw <8 x i64> %552, splat (i64 32)
  %554 = or disjoint <8 x i64> %553, %551
  %555 = add <8 x i64> %554, %516
  %556 = getelementptr inbounds nuw i8, ptr %2, i64 192
  store <8 x i64> %555, ptr %556, align 8
  %557 = getelementptr inbounds nuw i8, ptr %518, i64 128
  %558 = load <8 x i32>, ptr %557, align 32
  %559 = getelementptr inbounds nuw i8, ptr %518, i64 384
  %560 = load <8 x i32>, ptr %559, align 32
  %561 = zext <8 x i32> %558 to <8 x i64>
  %562 = zext <8 x i32> %560 to <8 x i64>
  %563 = shl nuw <8 x i64> %562, splat (i64 32)
  %564 = or disjoint <8 x i64> %563, %561
  %565 = add <8 x i64> %564, %516
  %566 = getelementptr inbounds nuw i8, ptr %2, i64 256
  store <8 x i64> %565, ptr %566, align 8
  %567 = getelementptr inbounds nuw i8, ptr %518, i64 160
  %568 = load <8 x i32>, ptr %567, align 32
  %569 = getelementptr inbounds nuw i8, ptr %518, i64 416
  %570 = load <8 x i32>, ptr %569, align 32
  %571 = zext <8 x i32> %568 to <8 x i64>
  %572 = zext <8 x i32> %570 to <8 x i64>
  %573 = shl nuw <8 x i64> %572, splat (i64 32)
  %574 = or disjoint <8 x i64> %573, %571
  %575 = add <8 x i64> %574, %516
  %576 = getelementptr inbounds nuw i8, ptr %2, i64 320
  store <8 x i64> %575, ptr %576, align 8
  %577 = getelementptr inbounds nuw i8, ptr %518, i64 192
  %578 = load <8 x i32>, ptr %577, align 32
  %579 = getelementptr inbounds nuw i8, ptr %518, i64 448
  %580 = load <8 x i32>, ptr %579, align 32
  %581 = zext <8 x i32> %578 to <8 x i64>
  %582 = zext <8 x i32> %580 to <8 x i64>
  %583 = shl nuw <8 x i64> %582, splat (i64 32)
  %584 = or disjoint <8 x i64> %583, %581
  %585 = add <8 x i64> %584, %516
  %586 = getelementptr inbounds nuw i8, ptr %2, i64 384
  store <8 x i64> %585, ptr %586, align 8
  %587 = getelementptr inbounds nuw i8, ptr %518, i64 224
  %588 = load <8 x i32>, ptr %587, align 32
  %589 = getelementptr inbounds nuw i8, ptr %518, i64 480
  %590 = load <8 x i32>, ptr %589, align 32
  %591 = zext <8 x i32> %588 to <8 x i64>
  %592 = zext <8 x i32> %590 to <8 x i64>
  %593 = shl nuw <8 x i64> %592, splat (i64 32)
  %594 = or disjoint <8 x i64> %593, %591
  %595 = add <8 x i64> %594, %516
  %596 = getelementptr inbounds nuw i8, ptr %2, i64 448
  store <8 x i64> %595, ptr %596, align 8
  %597 = icmp ne i32 %8, 3
  %598 = icmp eq i64 %370, 0
  %599 = select i1 %597, i1 true, i1 %598
  br i1 %599, label %709, label %600
600:
  %601 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %602 = load ptr, ptr %601, align 8
  %603 = getelementptr inbounds nuw i8, ptr %602, i64 320
  %604 = load i64, ptr %603, align 8
  %605 = getelementptr inbounds nuw i8, ptr %602, i64 328
  %606 = load i64, ptr %605, align 8
  br label %609
607:
  %608 = icmp eq i64 %620, 0
  br i1 %608, label %676, label %627
609:
  %610 = phi i64 [ %370, %600 ], [ %625, %609 ]
  %611 = phi i64 [ 0, %600 ], [ %623, %609 ]
  %612 = phi i64 [ 0, %600 ], [ %620, %609 ]
  %613 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %610, i1 true)
  %614 = getelementptr inbounds nuw i64, ptr %2, i64 %613
  %615 = load i64, ptr %614, align 8
  %616 = and i64 %615, -4294967296
  %617 = icmp eq i64 %616, %604
  %618 = shl nuw i64 1, %613
  %619 = select i1 %617, i64 %618, i64 0
  %620 = or i64 %619, %612
  %621 = icmp eq i64 %616, %606
  %622 = select i1 %621, i64 %618, i64 0
  %623 = or i64 %622, %611
  %624 = add i64 %610, -1
  %625 = and i64 %624, %610
  %626 = icmp eq i64 %625, 0
  br i1 %626, label %607, label %609
627:
  %628 = icmp eq i64 %620, %370
  br i1 %628, label %640, label %629
629:
  %630 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %620, i1 true)
  %631 = trunc nuw nsw i64 %630 to i32
  %632 = getelementptr inbounds nuw i64, ptr %2, i64 %630
  %633 = load i64, ptr %632, align 8
  %634 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %634, align 8
  %635 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 2, ptr %635, align 8
  %636 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %633, ptr %636, align 8
  %637 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %631, ptr %637, align 4
  %638 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %3, ptr %638, align 8
  %639 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %639, align 8
  br label %1026
640:
  store i32 1, ptr %10, align 8
  br label %641
641:
  %642 = phi i64 [ 0, %640 ], [ %674, %641 ]
  %643 = getelementptr inbounds nuw i64, ptr %2, i64 %642
  %644 = load i64, ptr %643, align 8
  %645 = and i64 %644, 4294967295
  store i64 %645, ptr %643, align 8
  %646 = getelementptr inbounds nuw i64, ptr %2, i64 %642
  %647 = getelementptr inbounds nuw i8, ptr %646, i64 8
  %648 = load i64, ptr %647, align 8
  %649 = and i64 %648, 4294967295
  store i64 %649, ptr %647, align 8
  %650 = getelementptr inbounds nuw i64, ptr %2, i64 %642
  %651 = getelementptr inbounds nuw i8, ptr %650, i64 16
  %652 = load i64, ptr %651, align 8
  %653 = and i64 %652, 4294967295
  store i64 %653, ptr %651, align 8
  %654 = getelementptr inbounds nuw i64, ptr %2, i64 %642
  %655 = getelementptr inbounds nuw i8, ptr %654, i64 24
  %656 = load i64, ptr %655, align 8
  %657 = and i64 %656, 4294967295
  store i64 %657, ptr %655, align 8
  %658 = getelementptr inbounds nuw i64, ptr %2, i64 %642
  %659 = getelementptr inbounds nuw i8, ptr %658, i64 32
  %660 = load i64, ptr %659, align 8
  %661 = and i64 %660, 4294967295
  store i64 %661, ptr %659, align 8
  %662 = getelementptr inbounds nuw i64, ptr %2, i64 %642
  %663 = getelementptr inbounds nuw i8, ptr %662, i64 40
  %664 = load i64, ptr %663, align 8
  %665 = and i64 %664, 4294967295
  store i64 %665, ptr %663, align 8
  %666 = getelementptr inbounds nuw i64, ptr %2, i64 %642
  %667 = getelementptr inbounds nuw i8, ptr %666, i64 48
  %668 = load i64, ptr %667, align 8
  %669 = and i64 %668, 4294967295
  store i64 %669, ptr %667, align 8
  %670 = getelementptr inbounds nuw i64, ptr %2, i64 %642
  %671 = getelementptr inbounds nuw i8, ptr %670, i64 56
  %672 = load i64, ptr %671, align 8
  %673 = and i64 %672, 4294967295
  store i64 %673, ptr %671, align 8
  %674 = add nuw nsw i64 %642, 8
  %675 = icmp eq i64 %674, 64
  br i1 %675, label %676, label %641
676:
  %677 = icmp eq i64 %623, 0
  br i1 %677, label %709, label %678
678:
  %679 = zext nneg i32 %3 to i64
  %680 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %681 = load i32, ptr %680, align 8
  %682 = zext i32 %681 to i64
  %683 = getelementptr inbounds nuw i8, ptr %0, i64 608
  br label %684
684:
  %685 = phi i64 [ %623, %678 ], [ %699, %692 ]
  %686 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %685, i1 true)
  %687 = getelementptr inbounds nuw i64, ptr %2, i64 %686
  %688 = load i64, ptr %687, align 8
  %689 = and i64 %688, 4294967295
  %690 = add nuw nsw i64 %689, %679
  %691 = icmp samesign ugt i64 %690, %682
  br i1 %691, label %701, label %692
692:
  %693 = load ptr, ptr %683, align 8
  %694 = ptrtoint ptr %693 to i64
  %695 = mul nuw nsw i64 %686, %682
  %696 = add nuw nsw i64 %695, %689
  %697 = add i64 %696, %694
  store i64 %697, ptr %687, align 8
  %698 = add i64 %685, -1
  %699 = and i64 %698, %685
  %700 = icmp eq i64 %699, 0
  br i1 %700, label %709, label %684
701:
  %702 = trunc nuw nsw i64 %686 to i32
  %703 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %703, align 8
  %704 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 10, ptr %704, align 8
  %705 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %689, ptr %705, align 8
  %706 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %702, ptr %706, align 4
  %707 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %3, ptr %707, align 8
  %708 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %708, align 8
  br label %1026
709:
  %710 = getelementptr inbounds nuw i8, ptr %2, i64 528
  %711 = load i64, ptr %710, align 16
  switch i64 %711, label %712 [
    i64 0, label %1026
    i64 -1, label %730
  ]
712:
  %713 = phi i64 [ %719, %712 ], [ -1, %709 ]
  %714 = phi i64 [ %722, %712 ], [ %711, %709 ]
  %715 = phi i64 [ %720, %712 ], [ 0, %709 ]
  %716 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %714, i1 true)
  %717 = getelementptr inbounds nuw i64, ptr %2, i64 %716
  %718 = load i64, ptr %717, align 8
  %719 = tail call i64 @llvm.umin.i64(i64 %718, i64 %713)
  %720 = tail call i64 @llvm.umax.i64(i64 %718, i64 %715)
  %721 = add i64 %714, -1
  %722 = and i64 %721, %714
  %723 = icmp eq i64 %722, 0
  br i1 %723, label %724, label %712
724:
  %725 = getelementptr inbounds nuw i8, ptr %2, i64 512
  store i64 %719, ptr %725, align 64
  %726 = getelementptr inbounds nuw i8, ptr %2, i64 520
  store i64 %720, ptr %726, align 8
  %727 = load i32, ptr %10, align 8
  %728 = icmp eq i32 %727, 0
  %729 = icmp eq i64 %711, 0
  br i1 %728, label %794, label %997
730:
  %731 = load <8 x i64>, ptr %2, align 8
  %732 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %733 = load <8 x i64>, ptr %732, align 8
  %734 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %733, <8 x i64> %731)
  %735 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %733, <8 x i64> %731)
  %736 = getelementptr inbounds nuw i8, ptr %2, i64 128
  %737 = load <8 x i64>, ptr %736, align 8
  %738 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %737, <8 x i64> %734)
  %739 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %737, <8 x i64> %735)
  %740 = getelementptr inbounds nuw i8, ptr %2, i64 192
  %741 = load <8 x i64>, ptr %740, align 8
  %742 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %741, <8 x i64> %738)
  %743 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %741, <8 x i64> %739)
  %744 = getelementptr inbounds nuw i8, ptr %2, i64 256
  %745 = load <8 x i64>, ptr %744, align 8
  %746 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %745, <8 x i64> %742)
  %747 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %745, <8 x i64> %743)
  %748 = getelementptr inbounds nuw i8, ptr %2, i64 320
  %749 = load <8 x i64>, ptr %748, align 8
  %750 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %749, <8 x i64> %746)
  %751 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %749, <8 x i64> %747)
  %752 = getelementptr inbounds nuw i8, ptr %2, i64 384
  %753 = load <8 x i64>, ptr %752, align 8
  %754 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %753, <8 x i64> %750)
  %755 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %753, <8 x i64> %751)
  %756 = getelementptr inbounds nuw i8, ptr %2, i64 448
  %757 = load <8 x i64>, ptr %756, align 8
  %758 = tail call <8 x i64> @llvm.umin.v8i64(<8 x i64> %757, <8 x i64> %754)
  %759 = tail call <8 x i64> @llvm.umax.v8i64(<8 x i64> %757, <8 x i64> %755)
  %760 = extractelement <8 x i64> %758, i64 0
  %761 = extractelement <8 x i64> %759, i64 0
  %762 = extractelement <8 x i64> %758, i64 1
  %763 = tail call i64 @llvm.umin.i64(i64 %762, i64 %760)
  %764 = extractelement <8 x i64> %759, i64 1
  %765 = tail call i64 @llvm.umax.i64(i64 %764, i64 %761)
  %766 = extractelement <8 x i64> %758, i64 2
  %767 = tail call i64 @llvm.umin.i64(i64 %766, i64 %763)
  %768 = extractelement <8 x i64> %759, i64 2
  %769 = tail call i64 @llvm.umax.i64(i64 %768, i64 %765)
  %770 = extractelement <8 x i64> %758, i64 3
  %771 = tail call i64 @llvm.umin.i64(i64 %770, i64 %767)
  %772 = extractelement <8 x i64> %759, i64 3
  %773 = tail call i64 @llvm.umax.i64(i64 %772, i64 %769)
  %774 = extractelement <8 x i64> %758, i64 4
  %775 = tail call i64 @llvm.umin.i64(i64 %774, i64 %771)
  %776 = extractelement <8 x i64> %759, i64 4
  %777 = tail call i64 @llvm.umax.i64(i64 %776, i64 %773)
  %778 = extractelement <8 x i64> %758, i64 5
  %779 = tail call i64 @llvm.umin.i64(i64 %778, i64 %775)
  %780 = extractelement <8 x i64> %759, i64 5
  %781 = tail call i64 @llvm.umax.i64(i64 %780, i64 %777)
  %782 = extractelement <8 x i64> %758, i64 6
  %783 = tail call i64 @llvm.umin.i64(i64 %782, i64 %779)
  %784 = extractelement <8 x i64> %759, i64 6
  %785 = tail call i64 @llvm.umax.i64(i64 %784, i64 %781)
  %786 = extractelement <8 x i64> %758, i64 7
  %787 = tail call i64 @llvm.umin.i64(i64 %786, i64 %783)
  %788 = extractelement <8 x i64> %759, i64 7
  %789 = tail call i64 @llvm.umax.i64(i64 %788, i64 %785)
  %790 = getelementptr inbounds nuw i8, ptr %2, i64 512
  store i64 %787, ptr %790, align 64
  %791 = getelementptr inbounds nuw i8, ptr %2, i64 520
  store i64 %789, ptr %791, align 8
  %792 = load i32, ptr %10, align 8
  %793 = icmp eq i32 %792, 0
  br i1 %793, label %795, label %998
794:
  br i1 %729, label %1026, label %795
795:
  %796 = getelementptr inbounds nuw i8, ptr %2, i64 512
  %797 = load i64, ptr %796, align 64
  %798 = getelementptr inbounds nuw i8, ptr %2, i64 520
  %799 = load i64, ptr %798, align 8
  %800 = zext nneg i32 %3 to i64
  %801 = add i64 %799, %800
  %802 = getelementptr inbounds nuw i8, ptr %0, i64 608
  %803 = load ptr, ptr %802, align 8
  %804 = ptrtoint ptr %803 to i64
  %805 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %806 = load i32, ptr %805, align 8
  %807 = icmp eq i32 %806, 0
  %808 = icmp ult i64 %797, %804
  %809 = select i1 %807, i1 true, i1 %808
  %810 = zext i32 %806 to i64
  %811 = shl nuw nsw i64 %810, 6
  %812 = add i64 %811, %804
  %813 = icmp ugt i64 %801, %812
  %814 = select i1 %809, i1 true, i1 %813
  br i1 %814, label %815, label %1026
815:
  %816 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %817 = load ptr, ptr %816, align 8
  %818 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %819 = load ptr, ptr %818, align 8
  %820 = getelementptr inbounds nuw i8, ptr %819, i64 96
  %821 = load ptr, ptr %820, align 8
  %822 = getelementptr inbounds nuw i8, ptr %817, i64 72
  %823 = load i64, ptr %822, align 8
  %824 = getelementptr inbounds nuw %struct.Region, ptr %821, i64 %823
  %825 = load i64, ptr %824, align 8
  %826 = icmp ult i64 %797, %825
  br i1 %826, label %833, label %827
827:
  %828 = getelementptr inbounds nuw i8, ptr %824, i64 8
  %829 = load i64, ptr %828, align 8
  %830 = icmp ule i64 %801, %829
  %831 = icmp ule i64 %797, %801
  %832 = select i1 %830, i1 %831, i1 false
  br i1 %832, label %853, label %833
833:
  %834 = getelementptr inbounds nuw i8, ptr %819, i64 104
  %835 = load i64, ptr %834, align 8
  %836 = icmp eq i64 %835, 0
  br i1 %836, label %901, label %837
837:
  %838 = icmp ugt i64 %797, %801
  br label %839
839:
  %840 = phi i64 [ 0, %837 ], [ %850, %849 ]
  %841 = getelementptr inbounds nuw %struct.Region, ptr %821, i64 %840
  %842 = load i64, ptr %841, align 8
  %843 = icmp ult i64 %797, %842
  br i1 %843, label %849, label %844
844:
  %845 = getelementptr inbounds nuw i8, ptr %841, i64 8
  %846 = load i64, ptr %845, align 8
  %847 = icmp ugt i64 %801, %846
  %848 = or i1 %838, %847
  br i1 %848, label %849, label %852
849:
  %850 = add nuw i64 %840, 1
  %851 = icmp eq i64 %850, %835
  br i1 %851, label %901, label %839
852:
  store i64 %840, ptr %822, align 8
  br label %853
853:
  %854 = phi i64 [ %840, %852 ], [ %823, %827 ]
  %855 = icmp sgt i64 %854, -1
  br i1 %855, label %856, label %901
856:
  %857 = icmp eq i32 %4, 0
  br i1 %857, label %872, label %858
858:
  %859 = getelementptr inbounds nuw %struct.Region, ptr %821, i64 %854
  %860 = getelementptr inbounds nuw i8, ptr %859, i64 16
  %861 = load i32, ptr %860, align 8
  %862 = icmp eq i32 %861, 0
  br i1 %862, label %863, label %872
863:
  %864 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %711, i1 true)
  %865 = trunc nuw nsw i64 %864 to i32
  %866 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %866, align 8
  %867 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 9, ptr %867, align 8
  %868 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %797, ptr %868, align 8
  %869 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %865, ptr %869, align 4
  %870 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %3, ptr %870, align 8
  %871 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %871, align 8
  br label %1026
872:
  %873 = phi i64 [ 64, %858 ], [ 56, %856 ]
  %874 = getelementptr inbounds nuw i8, ptr %817, i64 %873
  %875 = load ptr, ptr %874, align 8
  %876 = tail call range(i64 1, 65) i64 @llvm.ctpop.i64(i64 %711)
  %877 = mul nuw nsw i64 %876, %800
  %878 = getelementptr inbounds nuw i64, ptr %875, i64 %854
  %879 = load i64, ptr %878, align 8
  %880 = add i64 %879, %877
  store i64 %880, ptr %878, align 8
  %881 = getelementptr inbounds nuw i8, ptr %819, i64 276
  %882 = load i32, ptr %881, align 4
  %883 = icmp eq i32 %882, 0
  br i1 %883, label %1026, label %884
884:
  %885 = getelementptr inbounds nuw %struct.Region, ptr %821, i64 %854
  %886 = getelementptr inbounds nuw i8, ptr %885, i64 24
  %887 = load ptr, ptr %886, align 8
  %888 = icmp eq ptr %887, null
  br i1 %888, label %1026, label %889
889:
  %890 = load i64, ptr %710, align 16
  %891 = icmp eq i64 %890, 0
  br i1 %891, label %1026, label %892
892:
  %893 = phi i64 [ %899, %892 ], [ %890, %889 ]
  %894 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %893, i1 true)
  %895 = trunc nuw nsw i64 %894 to i32
  %896 = getelementptr inbounds nuw i64, ptr %2, i64 %894
  %897 = load i64, ptr %896, align 8
  tail call fastcc void @shadow_global(ptr %0, ptr %1, i64 %854, i64 %897, i32 %895, i32 range(i32 1, 17) %3, i32 range(i32 0, 2) %4)
  %898 = add i64 %893, -1
  %899 = and i64 %898, %893
  %900 = icmp eq i64 %899, 0
  br i1 %900, label %1026, label %892
901:
  %902 = icmp eq i32 %4, 0
  %903 = getelementptr inbounds nuw i8, ptr %819, i64 276
  br label %904
904:
  %905 = phi i64 [ %711, %901 ], [ %995, %993 ]
  %906 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %905, i1 true)
  %907 = trunc nuw nsw i64 %906 to i32
  %908 = getelementptr inbounds nuw i64, ptr %2, i64 %906
  %909 = load i64, ptr %908, align 8
  %910 = add i64 %909, %800
  %911 = load ptr, ptr %802, align 8
  %912 = ptrtoint ptr %911 to i64
  %913 = load i32, ptr %805, align 8
  %914 = icmp eq i32 %913, 0
  %915 = icmp ult i64 %909, %912
  %916 = select i1 %914, i1 true, i1 %915
  %917 = zext i32 %913 to i64
  %918 = shl nuw nsw i64 %917, 6
  %919 = add i64 %918, %912
  %920 = icmp ugt i64 %910, %919
  %921 = select i1 %916, i1 true, i1 %920
  br i1 %921, label %922, label %993
922:
  %923 = load ptr, ptr %816, align 8
  %924 = load ptr, ptr %818, align 8
  %925 = getelementptr inbounds nuw i8, ptr %924, i64 96
  %926 = load ptr, ptr %925, align 8
  %927 = getelementptr inbounds nuw i8, ptr %923, i64 72
  %928 = load i64, ptr %927, align 8
  %929 = getelementptr inbounds nuw %struct.Region, ptr %926, i64 %928
  %930 = load i64, ptr %929, align 8
  %931 = icmp ult i64 %909, %930
  br i1 %931, label %938, label %932
932:
  %933 = getelementptr inbounds nuw i8, ptr %929, i64 8
  %934 = load i64, ptr %933, align 8
  %935 = icmp ule i64 %910, %934
  %936 = icmp ule i64 %909, %910
  %937 = and i1 %936, %935
  br i1 %937, label %958, label %938
938:
  %939 = getelementptr inbounds nuw i8, ptr %924, i64 104
  %940 = load i64, ptr %939, align 8
  %941 = icmp eq i64 %940, 0
  br i1 %941, label %961, label %942
942:
  %943 = icmp ugt i64 %909, %910
  br label %944
944:
  %945 = phi i64 [ 0, %942 ], [ %955, %954 ]
  %946 = getelementptr inbounds nuw %struct.Region, ptr %926, i64 %945
  %947 = load i64, ptr %946, align 8
  %948 = icmp ult i64 %909, %947
  br i1 %948, label %954, label %949
949:
  %950 = getelementptr inbounds nuw i8, ptr %946, i64 8
  %951 = load i64, ptr %950, align 8
  %952 = icmp ugt i64 %910, %951
  %953 = or i1 %943, %952
  br i1 %953, label %954, label %957
954:
  %955 = add nuw i64 %945, 1
  %956 = icmp eq i64 %955, %940
  br i1 %956, label %961, label %944
957:
  store i64 %945, ptr %927, align 8
  br label %958
958:
  %959 = phi i64 [ %945, %957 ], [ %928, %932 ]
  %960 = icmp slt i64 %959, 0
  br i1 %960, label %961, label %969
961:
  %962 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %962, align 8
  %963 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 1, ptr %963, align 8
  %964 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %909, ptr %964, align 8
  %965 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %907, ptr %965, align 4
  %966 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %3, ptr %966, align 8
  %967 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %967, align 8
  %968 = getelementptr inbounds nuw i8, ptr %0, i64 596
  store i32 %4, ptr %968, align 4
  br label %1026
969:
  br i1 %902, label %983, label %970
970:
  %971 = load ptr, ptr %820, align 8
  %972 = getelementptr inbounds nuw %struct.Region, ptr %971, i64 %959
  %973 = getelementptr inbounds nuw i8, ptr %972, i64 16
  %974 = load i32, ptr %973, align 8
  %975 = icmp eq i32 %974, 0
  br i1 %975, label %976, label %983
976:
  %977 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %977, align 8
  %978 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 9, ptr %978, align 8
  %979 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %909, ptr %979, align 8
  %980 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %907, ptr %980, align 4
  %981 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %3, ptr %981, align 8
  %982 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %982, align 8
  br label %1026
983:
  %984 = phi i64 [ 64, %970 ], [ 56, %969 ]
  %985 = getelementptr inbounds nuw i8, ptr %923, i64 %984
  %986 = load ptr, ptr %985, align 8
  %987 = getelementptr inbounds nuw i64, ptr %986, i64 %959
  %988 = load i64, ptr %987, align 8
  %989 = add i64 %988, %800
  store i64 %989, ptr %987, align 8
  %990 = load i32, ptr %903, align 4
  %991 = icmp eq i32 %990, 0
  br i1 %991, label %993, label %992
992:
  tail call fastcc void @shadow_global(ptr %0, ptr %1, i64 %959, i64 %909, i32 %907, i32 range(i32 1, 17) %3, i32 range(i32 0, 2) %4)
  br label %993
993:
  %994 = add i64 %905, -1
  %995 = and i64 %994, %905
  %996 = icmp eq i64 %995, 0
  br i1 %996, label %1026, label %904
997:
  br i1 %729, label %1026, label %998
998:
  %999 = zext nneg i32 %3 to i64
  %1000 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %1001 = load i32, ptr %1000, align 8
  %1002 = zext i32 %1001 to i64
  %1003 = getelementptr inbounds nuw i8, ptr %0, i64 544
  br label %1004
1004:
  %1005 = phi i64 [ %711, %998 ], [ %1016, %1011 ]
  %1006 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %1005, i1 true)
  %1007 = getelementptr inbounds nuw i64, ptr %2, i64 %1006
  %1008 = load i64, ptr %1007, align 8
  %1009 = add i64 %1008, %999
  %1010 = icmp ugt i64 %1009, %1002
  br i1 %1010, label %1018, label %1011
1011:
  %1012 = load ptr, ptr %1003, align 8
  %1013 = ptrtoint ptr %1012 to i64
  %1014 = add i64 %1008, %1013
  store i64 %1014, ptr %1007, align 8
  %1015 = add i64 %1005, -1
  %1016 = and i64 %1015, %1005
  %1017 = icmp eq i64 %1016, 0
  br i1 %1017, label %1026, label %1004
1018:
  %1019 = trunc nuw nsw i64 %1006 to i32
  %1020 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %1020, align 8
  %1021 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 2, ptr %1021, align 8
  %1022 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %1008, ptr %1022, align 8
  %1023 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %1019, ptr %1023, align 4
  %1024 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %3, ptr %1024, align 8
  %1025 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %1025, align 8
  br label %1026
1026:
  %1027 = phi i32 [ 0, %35 ], [ 1, %889 ], [ 1, %795 ], [ 1, %794 ], [ 0, %863 ], [ 1, %892 ], [ 1, %884 ], [ 1, %872 ], [ 0, %1018 ], [ 0, %629 ], [ 0, %701 ], [ 0, %466 ], [ 1, %997 ], [ 1, %993 ], [ 1, %709 ], [ 0, %976 ], [ 0, %961 ], [ 1, %1011 ]
  ret i32 %1027
}
define internal fastcc range(i32 0, 2) i32 @buffer_edge(ptr %0, ptr %1, ptr nonnull readonly %2, i32 %3, i32 range(i32 1, 5) %4, i32 range(i32 0, 2) %5) unnamed_addr {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %2, i64 528
  %10 = load i64, ptr %9, align 16
  %11 = xor i64 %10, -1
  %12 = and i64 %8, %11
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %113, label %14
14:
  %15 = getelementptr inbounds nuw i8, ptr %2, i64 536
  %16 = load i64, ptr %15, align 8
  %17 = zext i32 %3 to i64
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 %17
  %19 = getelementptr inbounds nuw i8, ptr %2, i64 544
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %22 = icmp eq i32 %5, 0
  %23 = zext nneg i32 %4 to i64
  br label %24
24:
  %25 = phi i64 [ %12, %14 ], [ %111, %109 ]
  %26 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = getelementptr inbounds nuw i64, ptr %2, i64 %26
  %28 = getelementptr inbounds nuw i32, ptr %18, i64 %26
  %29 = shl nuw i64 1, %26
  %30 = and i64 %16, %29
  %31 = icmp eq i64 %30, 0
  br label %32
32:
  %33 = phi i64 [ 0, %24 ], [ %97, %96 ]
  %34 = load i64, ptr %27, align 8
  %35 = shl nuw nsw i64 %33, 2
  %36 = add i64 %34, %35
  %37 = shl nsw i64 %33, 8
  %38 = getelementptr inbounds nuw i8, ptr %28, i64 %37
  br i1 %31, label %94, label %39
39:
  %40 = add i64 %36, 4
  %41 = load i64, ptr %19, align 32
  %42 = icmp ugt i64 %40, %41
  br i1 %42, label %94, label %43
43:
  %44 = load ptr, ptr %20, align 8
  %45 = load ptr, ptr %21, align 8
  %46 = getelementptr inbounds nuw i8, ptr %45, i64 96
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds nuw i8, ptr %44, i64 72
  %49 = load i64, ptr %48, align 8
  %50 = getelementptr inbounds nuw %struct.Region, ptr %47, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = icmp ult i64 %36, %51
  br i1 %52, label %59, label %53
53:
  %54 = getelementptr inbounds nuw i8, ptr %50, i64 8
  %55 = load i64, ptr %54, align 8
  %56 = icmp ule i64 %40, %55
  %57 = icmp ult i64 %36, -4
  %58 = and i1 %57, %56
  br i1 %58, label %79, label %59
59:
  %60 = getelementptr inbounds nuw i8, ptr %45, i64 104
  %61 = load i64, ptr %60, align 8
  %62 = icmp eq i64 %61, 0
  br i1 %62, label %99, label %63
63:
  %64 = icmp ugt i64 %36, -5
  br label %65
65:
  %66 = phi i64 [ 0, %63 ], [ %76, %75 ]
  %67 = getelementptr inbounds nuw %struct.Region, ptr %47, i64 %66
  %68 = load i64, ptr %67, align 8
  %69 = icmp ult i64 %36, %68
  br i1 %69, label %75, label %70
70:
  %71 = getelementptr inbounds nuw i8, ptr %67, i64 8
  %72 = load i64, ptr %71, align 8
  %73 = icmp ugt i64 %40, %72
  %74 = or i1 %64, %73
  br i1 %74, label %75, label %78
75:
  %76 = add nuw i64 %66, 1
  %77 = icmp eq i64 %76, %61
  br i1 %77, label %99, label %65
78:
  store i64 %66, ptr %48, align 8
  br label %79
79:
  %80 = phi i64 [ %66, %78 ], [ %49, %53 ]
  %81 = icmp slt i64 %80, 0
  br i1 %81, label %99, label %82
82:
  br i1 %22, label %91, label %83
83:
  %84 = getelementptr inbounds nuw %struct.Region, ptr %47, i64 %80
  %85 = getelementptr inbounds nuw i8, ptr %84, i64 16
  %86 = load i32, ptr %85, align 8
  %87 = icmp eq i32 %86, 0
  br i1 %87, label %99, label %88
88:
  %89 = load i32, ptr %38, align 4
  %90 = inttoptr i64 %36 to ptr
  store i32 %89, ptr %90, align 1
  br label %96
91:
  %92 = inttoptr i64 %36 to ptr
  %93 = load i32, ptr %92, align 1
  store i32 %93, ptr %38, align 4
  br label %96
94:
  br i1 %22, label %95, label %96
95:
  store i32 0, ptr %38, align 4
  br label %96
96:
  %97 = add nuw nsw i64 %33, 1
  %98 = icmp eq i64 %97, %23
  br i1 %98, label %109, label %32
99:
  %100 = phi i32 [ 1, %75 ], [ 1, %79 ], [ 1, %59 ], [ 9, %83 ]
  %101 = trunc nuw nsw i64 %26 to i32
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %102, align 8
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 %100, ptr %103, align 8
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %36, ptr %104, align 8
  %105 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %101, ptr %105, align 4
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 4, ptr %106, align 8
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %107, align 8
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 596
  store i32 %5, ptr %108, align 4
  br label %113
109:
  %110 = add i64 %25, -1
  %111 = and i64 %110, %25
  %112 = icmp eq i64 %111, 0
  br i1 %112, label %113, label %24
113:
  %114 = phi i32 [ 0, %99 ], [ 1, %6 ], [ 1, %109 ]
  ret i32 %114
}
define internal fastcc void @report(ptr readonly %0, ptr readonly %1, i32 range(i32 0, 5) %2, i64 %3, i32 range(i32 0, 64) %4, i32 range(i32 1, 65) %5, i32 range(i32 0, 256) %6) unnamed_addr {
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 112
  %11 = load ptr, ptr %10, align 8
  %12 = zext nneg i32 %2 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = mul i64 %16, %12
  %18 = getelementptr inbounds nuw i8, ptr %11, i64 %17
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %20 = load i32, ptr %19, align 8
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds nuw i8, ptr %18, i64 %21
  %23 = load i8, ptr %22, align 1
  %24 = icmp eq i8 %23, 0
  br i1 %24, label %25, label %50
25:
  %26 = getelementptr inbounds nuw i8, ptr %9, i64 104
  %27 = load i32, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %9, i64 108
  %29 = load i32, ptr %28, align 4
  %30 = icmp ult i32 %27, %29
  br i1 %30, label %31, label %50
31:
  store i8 1, ptr %22, align 1
  %32 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %33 = load ptr, ptr %32, align 8
  %34 = load i32, ptr %26, align 8
  %35 = add i32 %34, 1
  store i32 %35, ptr %26, align 8
  %36 = zext i32 %34 to i64
  %37 = getelementptr inbounds nuw %struct.Finding, ptr %33, i64 %36
  store i32 %2, ptr %37, align 8
  %38 = load i32, ptr %19, align 8
  %39 = getelementptr inbounds nuw i8, ptr %37, i64 4
  store i32 %38, ptr %39, align 4
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 532
  %41 = load i32, ptr %40, align 4
  %42 = getelementptr inbounds nuw i8, ptr %37, i64 8
  store i32 %41, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %37, i64 12
  store i32 %4, ptr %43, align 4
  %44 = getelementptr inbounds nuw i8, ptr %37, i64 16
  store i64 %3, ptr %44, align 8
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr inbounds nuw i8, ptr %37, i64 24
  store i64 %46, ptr %47, align 8
  %48 = getelementptr inbounds nuw i8, ptr %37, i64 36
  store i32 %5, ptr %48, align 4
  %49 = getelementptr inbounds nuw i8, ptr %37, i64 32
  store i32 %6, ptr %49, align 8
  br label %50
50:
  ret void
}
define internal fastcc void @shadow_global(ptr readonly %0, ptr readonly %1, i64 range(i64 0, -9223372036854775808) %2, i64 %3, i32 range(i32 0, 64) %4, i32 range(i32 1, 65) %5, i32 range(i32 0, 2) %6) unnamed_addr {
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw %struct.Region, ptr %11, i64 %2
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %70, label %16
16:
  %17 = load i64, ptr %12, align 8
  %18 = sub i64 %3, %17
  %19 = getelementptr inbounds nuw i8, ptr %14, i64 %18
  %20 = icmp eq i32 %6, 0
  %21 = zext nneg i32 %5 to i64
  br i1 %20, label %51, label %22
22:
  %23 = and i64 %21, 7
  %24 = icmp samesign ult i32 %5, 8
  br i1 %24, label %60, label %25
25:
  %26 = and i64 %21, 120
  br label %27
27:
  %28 = phi i64 [ 0, %25 ], [ %45, %27 ]
  %29 = phi i64 [ 0, %25 ], [ %46, %27 ]
  %30 = getelementptr inbounds nuw i8, ptr %19, i64 %28
  store i8 1, ptr %30, align 1
  %31 = getelementptr inbounds nuw i8, ptr %19, i64 %28
  %32 = getelementptr inbounds nuw i8, ptr %31, i64 1
  store i8 1, ptr %32, align 1
  %33 = getelementptr inbounds nuw i8, ptr %19, i64 %28
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 2
  store i8 1, ptr %34, align 1
  %35 = getelementptr inbounds nuw i8, ptr %19, i64 %28
  %36 = getelementptr inbounds nuw i8, ptr %35, i64 3
  store i8 1, ptr %36, align 1
  %37 = getelementptr inbounds nuw i8, ptr %19, i64 %28
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 4
  store i8 1, ptr %38, align 1
  %39 = getelementptr inbounds nuw i8, ptr %19, i64 %28
  %40 = getelementptr inbounds nuw i8, ptr %39, i64 5
  store i8 1, ptr %40, align 1
  %41 = getelementptr inbounds nuw i8, ptr %19, i64 %28
  %42 = getelementptr inbounds nuw i8, ptr %41, i64 6
  store i8 1, ptr %42, align 1
  %43 = getelementptr inbounds nuw i8, ptr %19, i64 %28
  %44 = getelementptr inbounds nuw i8, ptr %43, i64 7
  store i8 1, ptr %44, align 1
  %45 = add nuw nsw i64 %28, 8
  %46 = add i64 %29, 8
  %47 = icmp eq i64 %46, %26
  br i1 %47, label %58, label %27
48:
  %49 = add nuw nsw i64 %52, 1
  %50 = icmp eq i64 %49, %21
  br i1 %50, label %70, label %51
51:
  %52 = phi i64 [ %49, %48 ], [ 0, %16 ]
  %53 = getelementptr inbounds nuw i8, ptr %19, i64 %52
  %54 = load i8, ptr %53, align 1
  %55 = icmp eq i8 %54, 0
  br i1 %55, label %56, label %48
56:
  %57 = add i64 %3, %52
  tail call fastcc void @report(ptr %0, ptr %1, i32 0, i64 %57, i32 %4, i32 %5, i32 0)
  br label %70
58:
  %59 = icmp eq i64 %23, 0
  br i1 %59, label %70, label %60
60:
  %61 = phi i64 [ 0, %22 ], [ %45, %58 ]
  %62 = icmp ne i64 %23, 0
  tail call void @llvm.assume(i1 %62)
  br label %63
63:
  %64 = phi i64 [ %67, %63 ], [ %61, %60 ]
  %65 = phi i64 [ %68, %63 ], [ 0, %60 ]
  %66 = getelementptr inbounds nuw i8, ptr %19, i64 %64
  store i8 1, ptr %66, align 1
  %67 = add nuw nsw i64 %64, 1
  %68 = add i64 %65, 1
  %69 = icmp eq i64 %68, %23
  br i1 %69, label %70, label %63
70:
  ret void
}
define internal fastcc void @shadow_local(ptr readonly %0, ptr readonly %1, i32 %2, i32 range(i32 0, 64) %3) unnamed_addr {
  %5 = and i32 %2, 3
  %6 = icmp eq i32 %5, 0
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 568
  br i1 %6, label %10, label %8
8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 532
  br label %70
10:
  %11 = lshr exact i32 %2, 2
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 532
  %14 = zext i32 %2 to i64
  %15 = load ptr, ptr %7, align 8
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 24
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw %struct.LdsShadow, ptr %17, i64 %12
  %19 = getelementptr inbounds nuw i8, ptr %15, i64 168
  %20 = load i32, ptr %19, align 8
  %21 = load i32, ptr %13, align 4
  %22 = and i32 %21, 15
  %23 = shl nuw nsw i32 1, %22
  %24 = trunc i32 %21 to i8
  %25 = load i16, ptr %18, align 2
  %26 = trunc i32 %20 to i16
  %27 = icmp eq i16 %25, %26
  br i1 %27, label %32, label %28
28:
  store i16 %26, ptr %18, align 2
  %29 = getelementptr inbounds nuw i8, ptr %18, i64 2
  store i16 0, ptr %29, align 2
  %30 = getelementptr inbounds nuw i8, ptr %18, i64 5
  store i8 0, ptr %30, align 1
  %31 = getelementptr inbounds nuw i8, ptr %18, i64 5
  br label %44
32:
  %33 = getelementptr inbounds nuw i8, ptr %18, i64 5
  %34 = load i8, ptr %33, align 1
  %35 = and i8 %34, 15
  %36 = icmp eq i8 %35, 0
  %37 = getelementptr inbounds nuw i8, ptr %18, i64 5
  br i1 %36, label %44, label %38
38:
  %39 = getelementptr inbounds nuw i8, ptr %18, i64 6
  %40 = load i8, ptr %39, align 2
  %41 = icmp eq i8 %40, %24
  br i1 %41, label %44, label %42
42:
  %43 = zext i8 %40 to i32
  br label %54
44:
  %45 = phi ptr [ %31, %28 ], [ %37, %38 ], [ %37, %32 ]
  %46 = getelementptr inbounds nuw i8, ptr %18, i64 2
  %47 = load i16, ptr %46, align 2
  %48 = zext i16 %47 to i32
  %49 = xor i32 %23, -1
  %50 = and i32 %48, %49
  %51 = icmp eq i32 %50, 0
  br i1 %51, label %57, label %52
52:
  %53 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %50, i1 true)
  br label %54
54:
  %55 = phi i32 [ %53, %52 ], [ %43, %42 ]
  %56 = phi ptr [ %45, %52 ], [ %37, %42 ]
  tail call fastcc void @report(ptr nonnull %0, ptr %1, i32 2, i64 %14, i32 range(i32 0, 64) %3, i32 4, i32 %55)
  br label %57
57:
  %58 = phi ptr [ %45, %44 ], [ %56, %54 ]
  %59 = getelementptr inbounds nuw i8, ptr %18, i64 4
  %60 = load i8, ptr %59, align 2
  %61 = or i8 %60, 15
  store i8 %61, ptr %59, align 2
  %62 = getelementptr inbounds nuw i8, ptr %18, i64 6
  %63 = load i8, ptr %62, align 2
  %64 = icmp eq i8 %63, %24
  br i1 %64, label %65, label %68
65:
  %66 = load i8, ptr %58, align 1
  %67 = or i8 %66, 15
  br label %68
68:
  %69 = phi i8 [ %67, %65 ], [ 15, %57 ]
  store i8 %69, ptr %58, align 1
  store i8 %24, ptr %62, align 2
  br label %136
70:
  %71 = phi i64 [ 0, %8 ], [ %134, %132 ]
  %72 = trunc nuw nsw i64 %71 to i32
  %73 = add i32 %2, %72
  %74 = and i32 %73, 3
  %75 = shl nuw nsw i32 1, %74
  %76 = load ptr, ptr %7, align 8
  %77 = getelementptr inbounds nuw i8, ptr %76, i64 24
  %78 = load ptr, ptr %77, align 8
  %79 = lshr i32 %73, 2
  %80 = zext nneg i32 %79 to i64
  %81 = getelementptr inbounds nuw %struct.LdsShadow, ptr %78, i64 %80
  %82 = getelementptr inbounds nuw i8, ptr %76, i64 168
  %83 = load i32, ptr %82, align 8
  %84 = load i32, ptr %9, align 4
  %85 = and i32 %84, 15
  %86 = shl nuw nsw i32 1, %85
  %87 = trunc i32 %84 to i8
  %88 = load i16, ptr %81, align 2
  %89 = trunc i32 %83 to i16
  %90 = icmp eq i16 %88, %89
  br i1 %90, label %91, label %95
91:
  %92 = getelementptr inbounds nuw i8, ptr %81, i64 5
  %93 = load i8, ptr %92, align 1
  %94 = zext i8 %93 to i32
  br label %98
95:
  store i16 %89, ptr %81, align 2
  %96 = getelementptr inbounds nuw i8, ptr %81, i64 2
  store i16 0, ptr %96, align 2
  %97 = getelementptr inbounds nuw i8, ptr %81, i64 5
  store i8 0, ptr %97, align 1
  br label %98
98:
  %99 = phi i32 [ %94, %91 ], [ 0, %95 ]
  %100 = getelementptr inbounds nuw i8, ptr %81, i64 5
  %101 = and i32 %75, %99
  %102 = icmp eq i32 %101, 0
  br i1 %102, label %110, label %103
103:
  %104 = getelementptr inbounds nuw i8, ptr %81, i64 6
  %105 = load i8, ptr %104, align 2
  %106 = icmp eq i8 %105, %87
  br i1 %106, label %110, label %107
107:
  %108 = zext i32 %73 to i64
  %109 = zext i8 %105 to i32
  tail call fastcc void @report(ptr nonnull %0, ptr %1, i32 2, i64 %108, i32 range(i32 0, 64) %3, i32 4, i32 %109)
  br label %120
110:
  %111 = getelementptr inbounds nuw i8, ptr %81, i64 2
  %112 = load i16, ptr %111, align 2
  %113 = zext i16 %112 to i32
  %114 = xor i32 %86, -1
  %115 = and i32 %113, %114
  %116 = icmp eq i32 %115, 0
  br i1 %116, label %120, label %117
117:
  %118 = zext i32 %73 to i64
  %119 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %115, i1 true)
  tail call fastcc void @report(ptr nonnull %0, ptr %1, i32 2, i64 %118, i32 range(i32 0, 64) %3, i32 4, i32 %119)
  br label %120
120:
  %121 = getelementptr inbounds nuw i8, ptr %81, i64 4
  %122 = load i8, ptr %121, align 2
  %123 = trunc nuw nsw i32 %75 to i8
  %124 = or i8 %122, %123
  store i8 %124, ptr %121, align 2
  %125 = getelementptr inbounds nuw i8, ptr %81, i64 6
  %126 = load i8, ptr %125, align 2
  %127 = icmp eq i8 %126, %87
  br i1 %127, label %128, label %132
128:
  %129 = load i8, ptr %100, align 1
  %130 = trunc nuw nsw i32 %75 to i8
  %131 = or i8 %129, %130
  br label %132
132:
  %133 = phi i8 [ %123, %120 ], [ %131, %128 ]
  store i8 %133, ptr %100, align 1
  store i8 %87, ptr %125, align 2
  %134 = add nuw nsw i64 %71, 1
  %135 = icmp eq i64 %134, 4
  br i1 %135, label %136, label %70
136:
  ret void
}
define internal fastcc range(i32 0, 2) i32 @local_lanes(ptr %0, ptr %1, ptr nonnull initializes((0, 256), (264, 272)) %2, i32 %3, i32 %4, i32 range(i32 1, 17) %5, i32 range(i32 0, 2) %6, i32 range(i32 0, 2) %7) unnamed_addr {
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %2, i64 264
  store i64 %10, ptr %11, align 8
  %12 = insertelement <16 x i32> poison, i32 %4, i64 0
  %13 = shufflevector <16 x i32> %12, <16 x i32> poison, <16 x i32> zeroinitializer
  %14 = zext i32 %3 to i64
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 %14
  %16 = load <16 x i32>, ptr %15, align 64
  %17 = add <16 x i32> %16, %13
  store <16 x i32> %17, ptr %2, align 8
  %18 = getelementptr inbounds nuw i8, ptr %15, i64 64
  %19 = load <16 x i32>, ptr %18, align 64
  %20 = add <16 x i32> %19, %13
  %21 = getelementptr inbounds nuw i8, ptr %2, i64 64
  store <16 x i32> %20, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %15, i64 128
  %23 = load <16 x i32>, ptr %22, align 64
  %24 = add <16 x i32> %23, %13
  %25 = getelementptr inbounds nuw i8, ptr %2, i64 128
  store <16 x i32> %24, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %15, i64 192
  %27 = load <16 x i32>, ptr %26, align 64
  %28 = add <16 x i32> %27, %13
  %29 = getelementptr inbounds nuw i8, ptr %2, i64 192
  store <16 x i32> %28, ptr %29, align 8
  switch i64 %10, label %65 [
    i64 -1, label %30
    i64 0, label %104
  ]
30:
  %31 = tail call <16 x i32> @llvm.umax.v16i32(<16 x i32> %20, <16 x i32> %17)
  %32 = tail call <16 x i32> @llvm.umax.v16i32(<16 x i32> %24, <16 x i32> %31)
  %33 = tail call <16 x i32> @llvm.umax.v16i32(<16 x i32> %28, <16 x i32> %32)
  %34 = extractelement <16 x i32> %33, i64 0
  %35 = extractelement <16 x i32> %33, i64 1
  %36 = tail call i32 @llvm.umax.i32(i32 %35, i32 %34)
  %37 = extractelement <16 x i32> %33, i64 2
  %38 = tail call i32 @llvm.umax.i32(i32 %37, i32 %36)
  %39 = extractelement <16 x i32> %33, i64 3
  %40 = tail call i32 @llvm.umax.i32(i32 %39, i32 %38)
  %41 = extractelement <16 x i32> %33, i64 4
  %42 = tail call i32 @llvm.umax.i32(i32 %41, i32 %40)
  %43 = extractelement <16 x i32> %33, i64 5
  %44 = tail call i32 @llvm.umax.i32(i32 %43, i32 %42)
  %45 = extractelement <16 x i32> %33, i64 6
  %46 = tail call i32 @llvm.umax.i32(i32 %45, i32 %44)
  %47 = extractelement <16 x i32> %33, i64 7
  %48 = tail call i32 @llvm.umax.i32(i32 %47, i32 %46)
  %49 = extractelement <16 x i32> %33, i64 8
  %50 = tail call i32 @llvm.umax.i32(i32 %49, i32 %48)
  %51 = extractelement <16 x i32> %33, i64 9
  %52 = tail call i32 @llvm.umax.i32(i32 %51, i32 %50)
  %53 = extractelement <16 x i32> %33, i64 10
  %54 = tail call i32 @llvm.umax.i32(i32 %53, i32 %52)
  %55 = extractelement <16 x i32> %33, i64 11
  %56 = tail call i32 @llvm.umax.i32(i32 %55, i32 %54)
  %57 = extractelement <16 x i32> %33, i64 12
  %58 = tail call i32 @llvm.umax.i32(i32 %57, i32 %56)
  %59 = extractelement <16 x i32> %33, i64 13
  %60 = tail call i32 @llvm.umax.i32(i32 %59, i32 %58)
  %61 = extractelement <16 x i32> %33, i64 14
  %62 = tail call i32 @llvm.umax.i32(i32 %61, i32 %60)
  %63 = extractelement <16 x i32> %33, i64 15
  %64 = tail call i32 @llvm.umax.i32(i32 %63, i32 %62)
  br label %75
65:
  %66 = phi i32 [ %71, %65 ], [ 0, %8 ]
  %67 = phi i64 [ %73, %65 ], [ %10, %8 ]
  %68 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %67, i1 true)
  %69 = getelementptr inbounds nuw i32, ptr %2, i64 %68
  %70 = load i32, ptr %69, align 4
  %71 = tail call i32 @llvm.umax.i32(i32 %70, i32 %66)
  %72 = add i64 %67, -1
  %73 = and i64 %72, %67
  %74 = icmp eq i64 %73, 0
  br i1 %74, label %75, label %65
75:
  %76 = phi i32 [ %64, %30 ], [ %71, %65 ]
  %77 = zext i32 %76 to i64
  %78 = zext nneg i32 %5 to i64
  %79 = add nuw nsw i64 %77, %78
  %80 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %81 = load i32, ptr %80, align 8
  %82 = zext i32 %81 to i64
  %83 = icmp samesign ugt i64 %79, %82
  br i1 %83, label %84, label %104
84:
  %85 = phi i64 [ %102, %100 ], [ %10, %75 ]
  %86 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %85, i1 true)
  %87 = getelementptr inbounds nuw i32, ptr %2, i64 %86
  %88 = load i32, ptr %87, align 4
  %89 = zext i32 %88 to i64
  %90 = add nuw nsw i64 %89, %78
  %91 = icmp samesign ugt i64 %90, %82
  br i1 %91, label %92, label %100
92:
  %93 = trunc nuw nsw i64 %86 to i32
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %94, align 8
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 2, ptr %95, align 8
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %89, ptr %96, align 8
  %97 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 %93, ptr %97, align 4
  %98 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %5, ptr %98, align 8
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %99, align 8
  br label %142
100:
  %101 = add i64 %85, -1
  %102 = and i64 %101, %85
  %103 = icmp eq i64 %102, 0
  br i1 %103, label %104, label %84
104:
  %105 = phi i1 [ false, %8 ], [ true, %75 ], [ true, %100 ]
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %107 = load ptr, ptr %106, align 8
  %108 = getelementptr inbounds nuw i8, ptr %107, i64 276
  %109 = load i32, ptr %108, align 4
  %110 = icmp eq i32 %109, 0
  br i1 %110, label %142, label %111
111:
  %112 = icmp ne i32 %6, 0
  %113 = and i1 %112, %105
  br i1 %113, label %114, label %115
114:
  tail call fastcc void @shadow_lanes(ptr nonnull %0, ptr %1, ptr %2, i64 %10, i32 %5, i32 0)
  br label %115
115:
  %116 = icmp ne i32 %7, 0
  %117 = and i1 %116, %105
  br i1 %117, label %118, label %119
118:
  tail call fastcc void @shadow_lanes(ptr nonnull %0, ptr %1, ptr %2, i64 %10, i32 %5, i32 1)
  br label %119
119:
  tail call fastcc void @count_conflicts(ptr nonnull %0, ptr %1, ptr %2, i64 %10, i32 %5)
  br i1 %112, label %120, label %130
120:
  %121 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %10)
  %122 = zext nneg i32 %5 to i64
  %123 = mul nuw nsw i64 %121, %122
  %124 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %125 = load ptr, ptr %124, align 8
  %126 = getelementptr inbounds nuw i8, ptr %125, i64 136
  %127 = load ptr, ptr %126, align 8
  %128 = load i64, ptr %127, align 8
  %129 = add i64 %128, %123
  store i64 %129, ptr %127, align 8
  br label %130
130:
  br i1 %116, label %131, label %142
131:
  %132 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %10)
  %133 = zext nneg i32 %5 to i64
  %134 = mul nuw nsw i64 %132, %133
  %135 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %136 = load ptr, ptr %135, align 8
  %137 = getelementptr inbounds nuw i8, ptr %136, i64 136
  %138 = load ptr, ptr %137, align 8
  %139 = getelementptr inbounds nuw i8, ptr %138, i64 8
  %140 = load i64, ptr %139, align 8
  %141 = add i64 %140, %134
  store i64 %141, ptr %139, align 8
  br label %142
142:
  %143 = phi i32 [ 0, %92 ], [ 1, %130 ], [ 1, %131 ], [ 1, %104 ]
  ret i32 %143
}
define internal fastcc void @shadow_lanes(ptr readonly %0, ptr readonly %1, ptr nonnull readonly %2, i64 range(i64 1, 0) %3, i32 range(i32 1, 17) %4, i32 range(i32 0, 2) %5) unnamed_addr {
  %7 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %3, i1 true)
  %8 = getelementptr inbounds nuw i32, ptr %2, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = xor i32 %9, -1
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 532
  %13 = icmp eq i32 %5, 0
  %14 = zext nneg i32 %4 to i64
  br label %16
15:
  ret void
16:
  %17 = phi i32 [ %10, %6 ], [ %181, %180 ]
  %18 = phi i64 [ %3, %6 ], [ %183, %180 ]
  %19 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %18, i1 true)
  %20 = getelementptr inbounds nuw i32, ptr %2, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = icmp eq i32 %21, %17
  br i1 %22, label %180, label %23
23:
  %24 = trunc nuw nsw i64 %19 to i32
  %25 = or i32 %21, %4
  %26 = and i32 %25, 3
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %28, label %101
28:
  %29 = phi i64 [ %99, %98 ], [ 0, %23 ]
  %30 = trunc nuw nsw i64 %29 to i32
  %31 = add i32 %21, %30
  %32 = load ptr, ptr %11, align 8
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 24
  %34 = load ptr, ptr %33, align 8
  %35 = lshr i32 %31, 2
  %36 = zext nneg i32 %35 to i64
  %37 = getelementptr inbounds nuw %struct.LdsShadow, ptr %34, i64 %36
  %38 = getelementptr inbounds nuw i8, ptr %32, i64 168
  %39 = load i32, ptr %38, align 8
  %40 = load i32, ptr %12, align 4
  %41 = and i32 %40, 15
  %42 = shl nuw nsw i32 1, %41
  %43 = trunc i32 %40 to i8
  %44 = load i16, ptr %37, align 2
  %45 = trunc i32 %39 to i16
  %46 = icmp eq i16 %44, %45
  br i1 %46, label %50, label %47
47:
  store i16 %45, ptr %37, align 2
  %48 = getelementptr inbounds nuw i8, ptr %37, i64 2
  store i16 0, ptr %48, align 2
  %49 = getelementptr inbounds nuw i8, ptr %37, i64 5
  store i8 0, ptr %49, align 1
  br label %50
50:
  br i1 %13, label %51, label %58
51:
  %52 = getelementptr inbounds nuw i8, ptr %37, i64 4
  %53 = load i8, ptr %52, align 2
  %54 = and i8 %53, 15
  %55 = icmp eq i8 %54, 15
  br i1 %55, label %58, label %56
56:
  %57 = zext i32 %31 to i64
  tail call fastcc void @report(ptr nonnull %0, ptr %1, i32 1, i64 %57, i32 range(i32 0, 64) %24, i32 range(i32 1, 17) %4, i32 0)
  br label %58
58:
  %59 = getelementptr inbounds nuw i8, ptr %37, i64 5
  %60 = load i8, ptr %59, align 1
  %61 = and i8 %60, 15
  %62 = icmp eq i8 %61, 0
  br i1 %62, label %67, label %63
63:
  %64 = getelementptr inbounds nuw i8, ptr %37, i64 6
  %65 = load i8, ptr %64, align 2
  %66 = icmp eq i8 %65, %43
  br i1 %66, label %67, label %78
67:
  br i1 %13, label %93, label %68
68:
  %69 = getelementptr inbounds nuw i8, ptr %37, i64 2
  %70 = load i16, ptr %69, align 2
  %71 = zext i16 %70 to i32
  %72 = xor i32 %42, -1
  %73 = and i32 %71, %72
  %74 = icmp eq i32 %73, 0
  br i1 %74, label %81, label %75
75:
  %76 = zext i32 %31 to i64
  %77 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %73, i1 true)
  tail call fastcc void @report(ptr nonnull %0, ptr %1, i32 2, i64 %76, i32 range(i32 0, 64) %24, i32 range(i32 1, 17) %4, i32 %77)
  br label %81
78:
  %79 = zext i32 %31 to i64
  %80 = zext i8 %65 to i32
  tail call fastcc void @report(ptr nonnull %0, ptr %1, i32 2, i64 %79, i32 range(i32 0, 64) %24, i32 range(i32 1, 17) %4, i32 %80)
  br i1 %13, label %93, label %81
81:
  %82 = getelementptr inbounds nuw i8, ptr %37, i64 4
  %83 = load i8, ptr %82, align 2
  %84 = or i8 %83, 15
  store i8 %84, ptr %82, align 2
  %85 = getelementptr inbounds nuw i8, ptr %37, i64 6
  %86 = load i8, ptr %85, align 2
  %87 = icmp eq i8 %86, %43
  br i1 %87, label %88, label %91
88:
  %89 = load i8, ptr %59, align 1
  %90 = or i8 %89, 15
  br label %91
91:
  %92 = phi i8 [ %90, %88 ], [ 15, %81 ]
  store i8 %92, ptr %59, align 1
  store i8 %43, ptr %85, align 2
  br label %98
93:
  %94 = getelementptr inbounds nuw i8, ptr %37, i64 2
  %95 = load i16, ptr %94, align 2
  %96 = trunc nuw i32 %42 to i16
  %97 = or i16 %95, %96
  store i16 %97, ptr %94, align 2
  br label %98
98:
  %99 = add nuw nsw i64 %29, 4
  %100 = icmp samesign ult i64 %99, %14
  br i1 %100, label %28, label %180
101:
  %102 = phi i64 [ %178, %177 ], [ 0, %23 ]
  %103 = trunc nuw nsw i64 %102 to i32
  %104 = add i32 %21, %103
  %105 = and i32 %104, 3
  %106 = shl nuw nsw i32 1, %105
  %107 = load ptr, ptr %11, align 8
  %108 = getelementptr inbounds nuw i8, ptr %107, i64 24
  %109 = load ptr, ptr %108, align 8
  %110 = lshr i32 %104, 2
  %111 = zext nneg i32 %110 to i64
  %112 = getelementptr inbounds nuw %struct.LdsShadow, ptr %109, i64 %111
  %113 = getelementptr inbounds nuw i8, ptr %107, i64 168
  %114 = load i32, ptr %113, align 8
  %115 = load i32, ptr %12, align 4
  %116 = and i32 %115, 15
  %117 = shl nuw nsw i32 1, %116
  %118 = trunc i32 %115 to i8
  %119 = load i16, ptr %112, align 2
  %120 = trunc i32 %114 to i16
  %121 = icmp eq i16 %119, %120
  br i1 %121, label %125, label %122
122:
  store i16 %120, ptr %112, align 2
  %123 = getelementptr inbounds nuw i8, ptr %112, i64 2
  store i16 0, ptr %123, align 2
  %124 = getelementptr inbounds nuw i8, ptr %112, i64 5
  store i8 0, ptr %124, align 1
  br label %125
125:
  br i1 %13, label %126, label %134
126:
  %127 = getelementptr inbounds nuw i8, ptr %112, i64 4
  %128 = load i8, ptr %127, align 2
  %129 = zext i8 %128 to i32
  %130 = and i32 %106, %129
  %131 = icmp eq i32 %130, 0
  br i1 %131, label %132, label %134
132:
  %133 = zext i32 %104 to i64
  tail call fastcc void @report(ptr nonnull %0, ptr %1, i32 1, i64 %133, i32 range(i32 0, 64) %24, i32 range(i32 1, 17) %4, i32 0)
  br label %134
134:
  %135 = getelementptr inbounds nuw i8, ptr %112, i64 5
  %136 = load i8, ptr %135, align 1
  %137 = zext i8 %136 to i32
  %138 = and i32 %106, %137
  %139 = icmp eq i32 %138, 0
  br i1 %139, label %144, label %140
140:
  %141 = getelementptr inbounds nuw i8, ptr %112, i64 6
  %142 = load i8, ptr %141, align 2
  %143 = icmp eq i8 %142, %118
  br i1 %143, label %144, label %155
144:
  br i1 %13, label %172, label %145
145:
  %146 = getelementptr inbounds nuw i8, ptr %112, i64 2
  %147 = load i16, ptr %146, align 2
  %148 = zext i16 %147 to i32
  %149 = xor i32 %117, -1
  %150 = and i32 %148, %149
  %151 = icmp eq i32 %150, 0
  br i1 %151, label %158, label %152
152:
  %153 = zext i32 %104 to i64
  %154 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %150, i1 true)
  tail call fastcc void @report(ptr nonnull %0, ptr %1, i32 2, i64 %153, i32 range(i32 0, 64) %24, i32 range(i32 1, 17) %4, i32 %154)
  br label %158
155:
  %156 = zext i32 %104 to i64
  %157 = zext i8 %142 to i32
  tail call fastcc void @report(ptr nonnull %0, ptr %1, i32 2, i64 %156, i32 range(i32 0, 64) %24, i32 range(i32 1, 17) %4, i32 %157)
  br i1 %13, label %172, label %158
158:
  %159 = getelementptr inbounds nuw i8, ptr %112, i64 4
  %160 = load i8, ptr %159, align 2
  %161 = trunc nuw nsw i32 %106 to i8
  %162 = or i8 %160, %161
  store i8 %162, ptr %159, align 2
  %163 = getelementptr inbounds nuw i8, ptr %112, i64 6
  %164 = load i8, ptr %163, align 2
  %165 = icmp eq i8 %164, %118
  br i1 %165, label %166, label %170
166:
  %167 = load i8, ptr %135, align 1
  %168 = trunc nuw nsw i32 %106 to i8
  %169 = or i8 %167, %168
  br label %170
170:
  %171 = phi i8 [ %169, %166 ], [ %161, %158 ]
  store i8 %171, ptr %135, align 1
  store i8 %118, ptr %163, align 2
  br label %177
172:
  %173 = getelementptr inbounds nuw i8, ptr %112, i64 2
  %174 = load i16, ptr %173, align 2
  %175 = trunc nuw i32 %117 to i16
  %176 = or i16 %174, %175
  store i16 %176, ptr %173, align 2
  br label %177
177:
  %178 = add nuw nsw i64 %102, 1
  %179 = icmp eq i64 %178, %14
  br i1 %179, label %180, label %101
180:
  %181 = phi i32 [ %17, %16 ], [ %21, %98 ], [ %21, %177 ]
  %182 = add i64 %18, -1
  %183 = and i64 %182, %18
  %184 = icmp eq i64 %183, 0
  br i1 %184, label %15, label %16
}
define internal fastcc void @count_conflicts(ptr readonly %0, ptr readonly %1, ptr nonnull readonly %2, i64 %3, i32 range(i32 1, 17) %4) unnamed_addr {
  %6 = alloca [32 x [32 x i32]], align 16
  %7 = alloca [32 x i8], align 16
  %8 = icmp eq i64 %3, 0
  br i1 %8, label %202, label %9
9:
  %10 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %3, i1 true)
  %11 = getelementptr inbounds nuw i32, ptr %2, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = insertelement <16 x i32> poison, i32 %12, i64 0
  %14 = shufflevector <16 x i32> %13, <16 x i32> poison, <16 x i32> zeroinitializer
  %15 = load <16 x i32>, ptr %2, align 64
  %16 = xor <16 x i32> %15, %14
  %17 = trunc i64 %3 to i32
  %18 = insertelement <16 x i32> poison, i32 %17, i64 0
  %19 = shufflevector <16 x i32> %18, <16 x i32> poison, <16 x i32> zeroinitializer
  %20 = and <16 x i32> %19, <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>
  %21 = icmp eq <16 x i32> %20, zeroinitializer
  %22 = select <16 x i1> %21, <16 x i32> zeroinitializer, <16 x i32> %16
  %23 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %24 = load <16 x i32>, ptr %23, align 64
  %25 = xor <16 x i32> %24, %14
  %26 = lshr i64 %3, 16
  %27 = trunc i64 %26 to i32
  %28 = insertelement <16 x i32> poison, i32 %27, i64 0
  %29 = shufflevector <16 x i32> %28, <16 x i32> poison, <16 x i32> zeroinitializer
  %30 = and <16 x i32> %29, <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>
  %31 = icmp eq <16 x i32> %30, zeroinitializer
  %32 = select <16 x i1> %31, <16 x i32> zeroinitializer, <16 x i32> %25
  %33 = or <16 x i32> %32, %22
  %34 = getelementptr inbounds nuw i8, ptr %2, i64 128
  %35 = load <16 x i32>, ptr %34, align 64
  %36 = xor <16 x i32> %35, %14
  %37 = lshr i64 %3, 32
  %38 = trunc nuw i64 %37 to i32
  %39 = insertelement <16 x i32> poison, i32 %38, i64 0
  %40 = shufflevector <16 x i32> %39, <16 x i32> poison, <16 x i32> zeroinitializer
  %41 = and <16 x i32> %40, <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>
  %42 = icmp eq <16 x i32> %41, zeroinitializer
  %43 = select <16 x i1> %42, <16 x i32> zeroinitializer, <16 x i32> %36
  %44 = or <16 x i32> %43, %33
  %45 = getelementptr inbounds nuw i8, ptr %2, i64 192
  %46 = load <16 x i32>, ptr %45, align 64
  %47 = xor <16 x i32> %46, %14
  %48 = lshr i64 %3, 48
  %49 = trunc nuw nsw i64 %48 to i32
  %50 = insertelement <16 x i32> poison, i32 %49, i64 0
  %51 = shufflevector <16 x i32> %50, <16 x i32> poison, <16 x i32> zeroinitializer
  %52 = and <16 x i32> %51, <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>
  %53 = icmp eq <16 x i32> %52, zeroinitializer
  %54 = select <16 x i1> %53, <16 x i32> zeroinitializer, <16 x i32> %47
  %55 = or <16 x i32> %54, %44
  %56 = icmp ne <16 x i32> %55, zeroinitializer
  %57 = bitcast <16 x i1> %56 to i16
  %58 = icmp eq i16 %57, 0
  br i1 %58, label %202, label %59
59:
  %60 = icmp samesign ult i32 %4, 5
  %61 = icmp samesign ugt i32 %4, 8
  %62 = select i1 %61, i64 8, i64 16
  %63 = select i1 %60, i64 32, i64 %62
  %64 = add nuw nsw i32 %4, 3
  %65 = lshr i32 %64, 2
  br label %77
66:
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %68 = load ptr, ptr %67, align 8
  %69 = getelementptr inbounds nuw i8, ptr %68, i64 128
  %70 = load ptr, ptr %69, align 8
  %71 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %72 = load i32, ptr %71, align 8
  %73 = zext i32 %72 to i64
  %74 = getelementptr inbounds nuw i64, ptr %70, i64 %73
  %75 = load i64, ptr %74, align 8
  %76 = add i64 %75, %84
  store i64 %76, ptr %74, align 8
  br label %202
77:
  %78 = phi i64 [ 0, %59 ], [ %80, %81 ]
  %79 = phi i64 [ 0, %59 ], [ %84, %81 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  call void @llvm.memset.p0.i64(ptr nonnull align 16 dereferenceable(32) %7, i8 0, i64 32, i1 false)
  %80 = add nuw nsw i64 %78, %63
  br label %86
81:
  %82 = add nsw i32 %199, -1
  %83 = zext nneg i32 %82 to i64
  %84 = add i64 %79, %83
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  %85 = icmp samesign ult i64 %80, 64
  br i1 %85, label %77, label %66
86:
  %87 = phi i64 [ %78, %77 ], [ %200, %198 ]
  %88 = phi i32 [ 1, %77 ], [ %199, %198 ]
  %89 = shl nuw i64 1, %87
  %90 = and i64 %89, %3
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %198, label %92
92:
  %93 = getelementptr inbounds nuw i32, ptr %2, i64 %87
  %94 = load i32, ptr %93, align 4
  %95 = lshr i32 %94, 2
  br label %96
96:
  %97 = phi i32 [ 0, %92 ], [ %196, %192 ]
  %98 = phi i32 [ %88, %92 ], [ %195, %192 ]
  %99 = add nuw nsw i32 %95, %97
  %100 = and i32 %99, 31
  %101 = zext nneg i32 %100 to i64
  %102 = getelementptr inbounds nuw i8, ptr %7, i64 %101
  %103 = load i8, ptr %102, align 1
  %104 = icmp eq i8 %103, 0
  br i1 %104, label %187, label %105
105:
  %106 = getelementptr inbounds nuw [32 x i32], ptr %6, i64 %101
  %107 = zext i8 %103 to i64
  %108 = and i64 %107, 7
  %109 = icmp ult i8 %103, 8
  br i1 %109, label %114, label %110
110:
  %111 = and i64 %107, 248
  br label %133
112:
  %113 = icmp eq i64 %108, 0
  br i1 %113, label %130, label %114
114:
  %115 = phi i64 [ 0, %105 ], [ %184, %112 ]
  %116 = phi i32 [ 0, %105 ], [ %183, %112 ]
  %117 = icmp ne i64 %108, 0
  tail call void @llvm.assume(i1 %117)
  br label %118
118:
  %119 = phi i64 [ %115, %114 ], [ %127, %118 ]
  %120 = phi i32 [ %116, %114 ], [ %126, %118 ]
  %121 = phi i64 [ 0, %114 ], [ %128, %118 ]
  %122 = getelementptr inbounds nuw i32, ptr %106, i64 %119
  %123 = load i32, ptr %122, align 4
  %124 = icmp eq i32 %123, %99
  %125 = zext i1 %124 to i32
  %126 = or i32 %120, %125
  %127 = add nuw nsw i64 %119, 1
  %128 = add i64 %121, 1
  %129 = icmp eq i64 %128, %108
  br i1 %129, label %130, label %118
130:
  %131 = phi i32 [ %183, %112 ], [ %126, %118 ]
  %132 = icmp eq i32 %131, 0
  br i1 %132, label %187, label %192
133:
  %134 = phi i64 [ 0, %110 ], [ %184, %133 ]
  %135 = phi i32 [ 0, %110 ], [ %183, %133 ]
  %136 = phi i64 [ 0, %110 ], [ %185, %133 ]
  %137 = getelementptr inbounds nuw i32, ptr %106, i64 %134
  %138 = load i32, ptr %137, align 16
  %139 = icmp eq i32 %138, %99
  %140 = zext i1 %139 to i32
  %141 = or i32 %135, %140
  %142 = getelementptr inbounds nuw i32, ptr %106, i64 %134
  %143 = getelementptr inbounds nuw i8, ptr %142, i64 4
  %144 = load i32, ptr %143, align 4
  %145 = icmp eq i32 %144, %99
  %146 = zext i1 %145 to i32
  %147 = or i32 %141, %146
  %148 = getelementptr inbounds nuw i32, ptr %106, i64 %134
  %149 = getelementptr inbounds nuw i8, ptr %148, i64 8
  %150 = load i32, ptr %149, align 8
  %151 = icmp eq i32 %150, %99
  %152 = zext i1 %151 to i32
  %153 = or i32 %147, %152
  %154 = getelementptr inbounds nuw i32, ptr %106, i64 %134
  %155 = getelementptr inbounds nuw i8, ptr %154, i64 12
  %156 = load i32, ptr %155, align 4
  %157 = icmp eq i32 %156, %99
  %158 = zext i1 %157 to i32
  %159 = or i32 %153, %158
  %160 = getelementptr inbounds nuw i32, ptr %106, i64 %134
  %161 = getelementptr inbounds nuw i8, ptr %160, i64 16
  %162 = load i32, ptr %161, align 16
  %163 = icmp eq i32 %162, %99
  %164 = zext i1 %163 to i32
  %165 = or i32 %159, %164
  %166 = getelementptr inbounds nuw i32, ptr %106, i64 %134
  %167 = getelementptr inbounds nuw i8, ptr %166, i64 20
  %168 = load i32, ptr %167, align 4
  %169 = icmp eq i32 %168, %99
  %170 = zext i1 %169 to i32
  %171 = or i32 %165, %170
  %172 = getelementptr inbounds nuw i32, ptr %106, i64 %134
  %173 = getelementptr inbounds nuw i8, ptr %172, i64 24
  %174 = load i32, ptr %173, align 8
  %175 = icmp eq i32 %174, %99
  %176 = zext i1 %175 to i32
  %177 = or i32 %171, %176
  %178 = getelementptr inbounds nuw i32, ptr %106, i64 %134
  %179 = getelementptr inbounds nuw i8, ptr %178, i64 28
  %180 = load i32, ptr %179, align 4
  %181 = icmp eq i32 %180, %99
  %182 = zext i1 %181 to i32
  %183 = or i32 %177, %182
  %184 = add nuw nsw i64 %134, 8
  %185 = add i64 %136, 8
  %186 = icmp eq i64 %185, %111
  br i1 %186, label %112, label %133
187:
  %188 = getelementptr inbounds nuw [32 x i32], ptr %6, i64 %101
  %189 = add i8 %103, 1
  store i8 %189, ptr %102, align 1
  %190 = zext i8 %103 to i64
  %191 = getelementptr inbounds nuw i32, ptr %188, i64 %190
  store i32 %99, ptr %191, align 4
  br label %192
192:
  %193 = phi i8 [ %189, %187 ], [ %103, %130 ]
  %194 = zext i8 %193 to i32
  %195 = tail call i32 @llvm.umax.i32(i32 %98, i32 %194)
  %196 = add nuw nsw i32 %97, 1
  %197 = icmp eq i32 %196, %65
  br i1 %197, label %198, label %96
198:
  %199 = phi i32 [ %88, %86 ], [ %195, %192 ]
  %200 = add nuw nsw i64 %87, 1
  %201 = icmp samesign ult i64 %200, %80
  br i1 %201, label %86, label %81
202:
  ret void
}
define internal fastcc range(i32 0, 2) i32 @scalar_access(ptr %0, ptr %1, i64 %2, i32 range(i32 4, 65) %3, i32 range(i32 0, 2) %4) unnamed_addr {
  %6 = zext nneg i32 %3 to i64
  %7 = add i64 %2, %6
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 96
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %9, i64 72
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds nuw %struct.Region, ptr %13, i64 %15
  %17 = load i64, ptr %16, align 8
  %18 = icmp ult i64 %2, %17
  br i1 %18, label %25, label %19
19:
  %20 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %21 = load i64, ptr %20, align 8
  %22 = icmp ule i64 %7, %21
  %23 = icmp ule i64 %2, %7
  %24 = and i1 %23, %22
  br i1 %24, label %45, label %25
25:
  %26 = getelementptr inbounds nuw i8, ptr %11, i64 104
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %48, label %29
29:
  %30 = icmp ugt i64 %2, %7
  br label %31
31:
  %32 = phi i64 [ 0, %29 ], [ %42, %41 ]
  %33 = getelementptr inbounds nuw %struct.Region, ptr %13, i64 %32
  %34 = load i64, ptr %33, align 8
  %35 = icmp ult i64 %2, %34
  br i1 %35, label %41, label %36
36:
  %37 = getelementptr inbounds nuw i8, ptr %33, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = icmp ugt i64 %7, %38
  %40 = or i1 %30, %39
  br i1 %40, label %41, label %44
41:
  %42 = add nuw i64 %32, 1
  %43 = icmp eq i64 %42, %27
  br i1 %43, label %48, label %31
44:
  store i64 %32, ptr %14, align 8
  br label %45
45:
  %46 = phi i64 [ %32, %44 ], [ %15, %19 ]
  %47 = icmp slt i64 %46, 0
  br i1 %47, label %48, label %56
48:
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %49, align 8
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 1, ptr %50, align 8
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %2, ptr %51, align 8
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 0, ptr %52, align 4
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %3, ptr %53, align 8
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %54, align 8
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 596
  store i32 %4, ptr %55, align 4
  br label %81
56:
  %57 = icmp eq i32 %4, 0
  br i1 %57, label %70, label %58
58:
  %59 = getelementptr inbounds nuw %struct.Region, ptr %13, i64 %46
  %60 = getelementptr inbounds nuw i8, ptr %59, i64 16
  %61 = load i32, ptr %60, align 8
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %63, label %70
63:
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i32 3, ptr %64, align 8
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 584
  store i32 9, ptr %65, align 8
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 576
  store i64 %2, ptr %66, align 8
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 588
  store i32 0, ptr %67, align 4
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 592
  store i32 %3, ptr %68, align 8
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store ptr %1, ptr %69, align 8
  br label %81
70:
  %71 = phi i64 [ 64, %58 ], [ 56, %56 ]
  %72 = getelementptr inbounds nuw i8, ptr %9, i64 %71
  %73 = load ptr, ptr %72, align 8
  %74 = getelementptr inbounds nuw i64, ptr %73, i64 %46
  %75 = load i64, ptr %74, align 8
  %76 = add i64 %75, %6
  store i64 %76, ptr %74, align 8
  %77 = getelementptr inbounds nuw i8, ptr %11, i64 276
  %78 = load i32, ptr %77, align 4
  %79 = icmp eq i32 %78, 0
  br i1 %79, label %81, label %80
80:
  tail call fastcc void @shadow_global(ptr %0, ptr %1, i64 %46, i64 %2, i32 0, i32 %3, i32 %4)
  br label %81
81:
  %82 = phi i32 [ 0, %48 ], [ 0, %63 ], [ 1, %80 ], [ 1, %70 ]
  ret i32 %82
}
define internal fastcc i32 @atomic_value32(i32 %0, i32 %1, i32 %2, i32 %3) unnamed_addr {
  switch i32 %0, label %115 [
    i32 0, label %119
    i32 1, label %5
    i32 2, label %8
    i32 3, label %10
    i32 4, label %12
    i32 5, label %14
    i32 6, label %16
    i32 7, label %18
    i32 8, label %20
    i32 9, label %22
    i32 10, label %24
    i32 11, label %26
    i32 12, label %28
    i32 13, label %32
    i32 14, label %35
    i32 15, label %40
    i32 16, label %59
    i32 20, label %101
    i32 21, label %108
  ]
5:
  %6 = icmp eq i32 %1, %3
  %7 = select i1 %6, i32 %2, i32 %1
  br label %119
8:
  %9 = add i32 %2, %1
  br label %119
10:
  %11 = sub i32 %1, %2
  br label %119
12:
  %13 = sub i32 %2, %1
  br label %119
14:
  %15 = tail call i32 @llvm.smin.i32(i32 %2, i32 %1)
  br label %119
16:
  %17 = tail call i32 @llvm.umin.i32(i32 %2, i32 %1)
  br label %119
18:
  %19 = tail call i32 @llvm.smax.i32(i32 %2, i32 %1)
  br label %119
20:
  %21 = tail call i32 @llvm.umax.i32(i32 %2, i32 %1)
  br label %119
22:
  %23 = and i32 %2, %1
  br label %119
24:
  %25 = or i32 %2, %1
  br label %119
26:
  %27 = xor i32 %2, %1
  br label %119
28:
  %29 = icmp ult i32 %1, %2
  %30 = add nuw i32 %1, 1
  %31 = select i1 %29, i32 %30, i32 0
  br label %119
32:
  %33 = add i32 %1, -1
  %34 = tail call i32 @llvm.umin.i32(i32 %33, i32 %2)
  br label %119
35:
  %36 = bitcast i32 %1 to float
  %37 = bitcast i32 %2 to float
  %38 = fadd float %36, %37
  %39 = bitcast float %38 to i32
  br label %119
40:
  %41 = trunc i32 %1 to i16
  %42 = trunc i32 %2 to i16
  %43 = bitcast i16 %41 to half
  %44 = bitcast i16 %42 to half
  %45 = fadd half %43, %44
  %46 = bitcast half %45 to i16
  %47 = zext i16 %46 to i32
  %48 = lshr i32 %1, 16
  %49 = lshr i32 %2, 16
  %50 = trunc nuw i32 %48 to i16
  %51 = trunc nuw i32 %49 to i16
  %52 = bitcast i16 %50 to half
  %53 = bitcast i16 %51 to half
  %54 = fadd half %52, %53
  %55 = bitcast half %54 to i16
  %56 = zext i16 %55 to i32
  %57 = shl nuw i32 %56, 16
  %58 = or disjoint i32 %57, %47
  br label %119
59:
  %60 = shl i32 %1, 16
  %61 = bitcast i32 %60 to float
  %62 = shl i32 %2, 16
  %63 = bitcast i32 %62 to float
  %64 = fadd float %61, %63
  %65 = bitcast float %64 to i32
  %66 = tail call float @llvm.fabs.f32(float %64)
  %67 = bitcast float %66 to i32
  %68 = icmp samesign ugt i32 %67, 2139095040
  br i1 %68, label %69, label %72
69:
  %70 = lshr i32 %65, 16
  %71 = or i32 %70, 64
  br label %78
72:
  %73 = add i32 %65, 32767
  %74 = lshr i32 %65, 16
  %75 = and i32 %74, 1
  %76 = add i32 %73, %75
  %77 = lshr i32 %76, 16
  br label %78
78:
  %79 = phi i32 [ %71, %69 ], [ %77, %72 ]
  %80 = and i32 %1, -65536
  %81 = and i32 %2, -65536
  %82 = bitcast i32 %80 to float
  %83 = bitcast i32 %81 to float
  %84 = fadd float %82, %83
  %85 = bitcast float %84 to i32
  %86 = tail call float @llvm.fabs.f32(float %84)
  %87 = bitcast float %86 to i32
  %88 = icmp samesign ugt i32 %87, 2139095040
  br i1 %88, label %89, label %92
89:
  %90 = and i32 %85, -4259840
  %91 = or disjoint i32 %90, 4194304
  br label %98
92:
  %93 = add i32 %85, 32767
  %94 = lshr i32 %85, 16
  %95 = and i32 %94, 1
  %96 = add i32 %93, %95
  %97 = and i32 %96, -65536
  br label %98
98:
  %99 = phi i32 [ %91, %89 ], [ %97, %92 ]
  %100 = or disjoint i32 %99, %79
  br label %119
101:
  %102 = bitcast i32 %2 to float
  %103 = bitcast i32 %1 to float
  %104 = fcmp olt float %102, %103
  %105 = fcmp uno float %103, 0.000000e+00
  %106 = or i1 %105, %104
  %107 = select i1 %106, i32 %2, i32 %1
  br label %119
108:
  %109 = bitcast i32 %2 to float
  %110 = bitcast i32 %1 to float
  %111 = fcmp ogt float %109, %110
  %112 = fcmp uno float %110, 0.000000e+00
  %113 = or i1 %112, %111
  %114 = select i1 %113, i32 %2, i32 %1
  br label %119
115:
  %116 = xor i32 %3, -1
  %117 = and i32 %1, %116
  %118 = or i32 %117, %2
  br label %119
119:
  %120 = phi i32 [ %118, %115 ], [ %114, %108 ], [ %7, %5 ], [ %9, %8 ], [ %11, %10 ], [ %13, %12 ], [ %15, %14 ], [ %17, %16 ], [ %19, %18 ], [ %21, %20 ], [ %23, %22 ], [ %25, %24 ], [ %27, %26 ], [ %31, %28 ], [ %34, %32 ], [ %39, %35 ], [ %58, %40 ], [ %100, %98 ], [ %2, %4 ], [ %107, %101 ]
  ret i32 %120
}
define internal fastcc i64 @atomic_value64(i32 %0, i64 %1, i64 %2, i64 %3) unnamed_addr {
  switch i32 %0, label %54 [
    i32 0, label %58
    i32 1, label %5
    i32 2, label %8
    i32 3, label %10
    i32 4, label %12
    i32 5, label %14
    i32 6, label %16
    i32 7, label %18
    i32 8, label %20
    i32 9, label %22
    i32 10, label %24
    i32 11, label %26
    i32 12, label %28
    i32 13, label %32
    i32 17, label %35
    i32 18, label %40
    i32 19, label %47
  ]
5:
  %6 = icmp eq i64 %1, %3
  %7 = select i1 %6, i64 %2, i64 %1
  br label %58
8:
  %9 = add i64 %2, %1
  br label %58
10:
  %11 = sub i64 %1, %2
  br label %58
12:
  %13 = sub i64 %2, %1
  br label %58
14:
  %15 = tail call i64 @llvm.smin.i64(i64 %2, i64 %1)
  br label %58
16:
  %17 = tail call i64 @llvm.umin.i64(i64 %2, i64 %1)
  br label %58
18:
  %19 = tail call i64 @llvm.smax.i64(i64 %2, i64 %1)
  br label %58
20:
  %21 = tail call i64 @llvm.umax.i64(i64 %2, i64 %1)
  br label %58
22:
  %23 = and i64 %2, %1
  br label %58
24:
  %25 = or i64 %2, %1
  br label %58
26:
  %27 = xor i64 %2, %1
  br label %58
28:
  %29 = icmp ult i64 %1, %2
  %30 = add nuw i64 %1, 1
  %31 = select i1 %29, i64 %30, i64 0
  br label %58
32:
  %33 = add i64 %1, -1
  %34 = tail call i64 @llvm.umin.i64(i64 %33, i64 %2)
  br label %58
35:
  %36 = bitcast i64 %1 to double
  %37 = bitcast i64 %2 to double
  %38 = fadd double %36, %37
  %39 = bitcast double %38 to i64
  br label %58
40:
  %41 = bitcast i64 %2 to double
  %42 = bitcast i64 %1 to double
  %43 = fcmp olt double %41, %42
  %44 = fcmp uno double %42, 0.000000e+00
  %45 = or i1 %44, %43
  %46 = select i1 %45, i64 %2, i64 %1
  br label %58
47:
  %48 = bitcast i64 %2 to double
  %49 = bitcast i64 %1 to double
  %50 = fcmp ogt double %48, %49
  %51 = fcmp uno double %49, 0.000000e+00
  %52 = or i1 %51, %50
  %53 = select i1 %52, i64 %2, i64 %1
  br label %58
54:
  %55 = xor i64 %3, -1
  %56 = and i64 %1, %55
  %57 = or i64 %56, %2
  br label %58
58:
  %59 = phi i64 [ %57, %54 ], [ %53, %47 ], [ %7, %5 ], [ %9, %8 ], [ %11, %10 ], [ %13, %12 ], [ %15, %14 ], [ %17, %16 ], [ %19, %18 ], [ %21, %20 ], [ %23, %22 ], [ %25, %24 ], [ %27, %26 ], [ %31, %28 ], [ %34, %32 ], [ %39, %35 ], [ %2, %4 ], [ %46, %40 ]
  ret i64 %59
}
define internal fastcc void @tiles16_i8(ptr %0, ptr readonly %1, ptr nonnull readonly %2, ptr nonnull readonly %3, i32 range(i32 1, 5) %4, i32 range(i32 1, 9) %5) unnamed_addr {
  %7 = alloca [32 x [4 x <16 x i32>]], align 64
  %8 = trunc nuw nsw i32 %4 to i8
  %9 = udiv i8 4, %8
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 512
  %13 = icmp eq i32 %12, 0
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %15 = zext nneg i8 %9 to i64
  %16 = zext nneg i32 %4 to i64
  %17 = zext nneg i32 %5 to i64
  %18 = load i64, ptr %14, align 8
  %19 = trunc i64 %18 to i32
  %20 = insertelement <16 x i32> poison, i32 %19, i64 0
  %21 = shufflevector <16 x i32> %20, <16 x i32> poison, <16 x i32> zeroinitializer
  %22 = trunc i64 %18 to i32
  %23 = insertelement <16 x i32> poison, i32 %22, i64 0
  %24 = shufflevector <16 x i32> %23, <16 x i32> poison, <16 x i32> zeroinitializer
  %25 = trunc i64 %18 to i32
  %26 = insertelement <16 x i32> poison, i32 %25, i64 0
  %27 = shufflevector <16 x i32> %26, <16 x i32> poison, <16 x i32> zeroinitializer
  %28 = trunc i64 %18 to i32
  %29 = insertelement <16 x i32> poison, i32 %28, i64 0
  %30 = shufflevector <16 x i32> %29, <16 x i32> poison, <16 x i32> zeroinitializer
  %31 = trunc i64 %18 to i32
  %32 = insertelement <16 x i32> poison, i32 %31, i64 0
  %33 = shufflevector <16 x i32> %32, <16 x i32> poison, <16 x i32> zeroinitializer
  %34 = trunc i64 %18 to i32
  %35 = insertelement <16 x i32> poison, i32 %34, i64 0
  %36 = shufflevector <16 x i32> %35, <16 x i32> poison, <16 x i32> zeroinitializer
  %37 = trunc i64 %18 to i32
  %38 = insertelement <16 x i32> poison, i32 %37, i64 0
  %39 = shufflevector <16 x i32> %38, <16 x i32> poison, <16 x i32> zeroinitializer
  %40 = trunc i64 %18 to i32
  %41 = insertelement <16 x i32> poison, i32 %40, i64 0
  %42 = shufflevector <16 x i32> %41, <16 x i32> poison, <16 x i32> zeroinitializer
  %43 = getelementptr i8, ptr %0, i64 %18
  %44 = getelementptr i8, ptr %0, i64 %18
  %45 = getelementptr i8, ptr %0, i64 %18
  %46 = getelementptr i8, ptr %0, i64 %18
  %47 = getelementptr i8, ptr %0, i64 %18
  %48 = getelementptr i8, ptr %0, i64 %18
  %49 = getelementptr i8, ptr %0, i64 %18
  %50 = getelementptr i8, ptr %0, i64 %18
  br label %51
51:
  %52 = phi i64 [ 0, %6 ], [ %82, %81 ]
  %53 = shl i64 %52, 10
  %54 = shl nuw nsw i64 %52, 2
  %55 = mul nuw nsw i64 %52, %15
  %56 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %54
  %57 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %54
  %58 = getelementptr inbounds nuw i8, ptr %57, i64 256
  %59 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %54
  %60 = getelementptr inbounds nuw i8, ptr %59, i64 512
  %61 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %54
  %62 = getelementptr inbounds nuw i8, ptr %61, i64 768
  %63 = getelementptr i8, ptr %43, i64 %53
  %64 = getelementptr i8, ptr %44, i64 %53
  %65 = getelementptr i8, ptr %64, i64 256
  %66 = getelementptr i8, ptr %45, i64 %53
  %67 = getelementptr i8, ptr %66, i64 512
  %68 = getelementptr i8, ptr %46, i64 %53
  %69 = getelementptr i8, ptr %68, i64 768
  %70 = getelementptr i8, ptr %47, i64 %53
  %71 = getelementptr i8, ptr %48, i64 %53
  %72 = getelementptr i8, ptr %71, i64 320
  %73 = getelementptr i8, ptr %49, i64 %53
  %74 = getelementptr i8, ptr %73, i64 576
  %75 = getelementptr i8, ptr %50, i64 %53
  %76 = getelementptr i8, ptr %75, i64 832
  br label %84
77:
  %78 = shl nuw nsw i32 %4, 2
  %79 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %80 = zext nneg i32 %78 to i64
  br label %232
81:
  %82 = add nuw nsw i64 %52, 1
  %83 = icmp eq i64 %82, %16
  br i1 %83, label %77, label %51
84:
  %85 = phi i1 [ true, %51 ], [ false, %116 ]
  %86 = phi i64 [ 0, %51 ], [ 1, %116 ]
  br i1 %13, label %97, label %87
87:
  %88 = phi <16 x i32> [ %113, %97 ], [ %39, %84 ]
  %89 = phi <16 x i32> [ %109, %97 ], [ %33, %84 ]
  %90 = phi <16 x i32> [ %104, %97 ], [ %27, %84 ]
  %91 = phi <16 x i32> [ %100, %97 ], [ %21, %84 ]
  %92 = phi <16 x i32> [ %102, %97 ], [ %24, %84 ]
  %93 = phi <16 x i32> [ %106, %97 ], [ %30, %84 ]
  %94 = phi <16 x i32> [ %111, %97 ], [ %36, %84 ]
  %95 = phi <16 x i32> [ %115, %97 ], [ %42, %84 ]
  %96 = shl nuw nsw i64 %86, 3
  br label %153
97:
  %98 = shl nuw nsw i64 %86, 7
  %99 = getelementptr inbounds nuw i8, ptr %63, i64 %98
  %100 = load <16 x i32>, ptr %99, align 64
  %101 = getelementptr inbounds nuw i8, ptr %65, i64 %98
  %102 = load <16 x i32>, ptr %101, align 64
  %103 = getelementptr inbounds nuw i8, ptr %67, i64 %98
  %104 = load <16 x i32>, ptr %103, align 64
  %105 = getelementptr inbounds nuw i8, ptr %69, i64 %98
  %106 = load <16 x i32>, ptr %105, align 64
  %107 = getelementptr inbounds nuw i8, ptr %70, i64 %98
  %108 = getelementptr inbounds nuw i8, ptr %107, i64 64
  %109 = load <16 x i32>, ptr %108, align 64
  %110 = getelementptr i8, ptr %72, i64 %98
  %111 = load <16 x i32>, ptr %110, align 64
  %112 = getelementptr i8, ptr %74, i64 %98
  %113 = load <16 x i32>, ptr %112, align 64
  %114 = getelementptr i8, ptr %76, i64 %98
  %115 = load <16 x i32>, ptr %114, align 64
  br label %87
116:
  %117 = fptosi <16 x float> %187 to <16 x i32>
  %118 = add <16 x i32> %91, %117
  %119 = shl nuw nsw i64 %86, 7
  %120 = getelementptr inbounds nuw i8, ptr %56, i64 %119
  store <16 x i32> %118, ptr %120, align 64
  %121 = fptosi <16 x float> %193 to <16 x i32>
  %122 = add <16 x i32> %92, %121
  %123 = shl nuw nsw i64 %86, 7
  %124 = getelementptr inbounds nuw i8, ptr %58, i64 %123
  store <16 x i32> %122, ptr %124, align 64
  %125 = fptosi <16 x float> %199 to <16 x i32>
  %126 = add <16 x i32> %90, %125
  %127 = shl nuw nsw i64 %86, 7
  %128 = getelementptr inbounds nuw i8, ptr %60, i64 %127
  store <16 x i32> %126, ptr %128, align 64
  %129 = fptosi <16 x float> %205 to <16 x i32>
  %130 = add <16 x i32> %93, %129
  %131 = shl nuw nsw i64 %86, 7
  %132 = getelementptr inbounds nuw i8, ptr %62, i64 %131
  store <16 x i32> %130, ptr %132, align 64
  %133 = fptosi <16 x float> %211 to <16 x i32>
  %134 = add <16 x i32> %89, %133
  %135 = shl nuw nsw i64 %86, 7
  %136 = getelementptr inbounds nuw i8, ptr %56, i64 %135
  %137 = getelementptr inbounds nuw i8, ptr %136, i64 64
  store <16 x i32> %134, ptr %137, align 64
  %138 = fptosi <16 x float> %217 to <16 x i32>
  %139 = add <16 x i32> %94, %138
  %140 = shl nuw nsw i64 %86, 7
  %141 = getelementptr inbounds nuw i8, ptr %58, i64 %140
  %142 = getelementptr inbounds nuw i8, ptr %141, i64 64
  store <16 x i32> %139, ptr %142, align 64
  %143 = fptosi <16 x float> %223 to <16 x i32>
  %144 = add <16 x i32> %88, %143
  %145 = shl nuw nsw i64 %86, 7
  %146 = getelementptr inbounds nuw i8, ptr %60, i64 %145
  %147 = getelementptr inbounds nuw i8, ptr %146, i64 64
  store <16 x i32> %144, ptr %147, align 64
  %148 = fptosi <16 x float> %229 to <16 x i32>
  %149 = add <16 x i32> %95, %148
  %150 = shl nuw nsw i64 %86, 7
  %151 = getelementptr inbounds nuw i8, ptr %62, i64 %150
  %152 = getelementptr inbounds nuw i8, ptr %151, i64 64
  store <16 x i32> %149, ptr %152, align 64
  br i1 %85, label %84, label %81
153:
  %154 = phi <16 x float> [ zeroinitializer, %87 ], [ %187, %167 ]
  %155 = phi <16 x float> [ zeroinitializer, %87 ], [ %193, %167 ]
  %156 = phi <16 x float> [ zeroinitializer, %87 ], [ %199, %167 ]
  %157 = phi <16 x float> [ zeroinitializer, %87 ], [ %205, %167 ]
  %158 = phi <16 x float> [ zeroinitializer, %87 ], [ %211, %167 ]
  %159 = phi <16 x float> [ zeroinitializer, %87 ], [ %217, %167 ]
  %160 = phi <16 x float> [ zeroinitializer, %87 ], [ %223, %167 ]
  %161 = phi <16 x float> [ zeroinitializer, %87 ], [ %229, %167 ]
  %162 = phi i64 [ 0, %87 ], [ %168, %167 ]
  %163 = add nuw nsw i64 %162, %55
  %164 = shl nuw nsw i64 %163, 4
  %165 = getelementptr inbounds nuw float, ptr %3, i64 %164
  %166 = or disjoint i64 %164, %96
  br label %170
167:
  %168 = add nuw nsw i64 %162, 1
  %169 = icmp eq i64 %168, %15
  br i1 %169, label %116, label %153
170:
  %171 = phi <16 x float> [ %154, %153 ], [ %187, %170 ]
  %172 = phi <16 x float> [ %155, %153 ], [ %193, %170 ]
  %173 = phi <16 x float> [ %156, %153 ], [ %199, %170 ]
  %174 = phi <16 x float> [ %157, %153 ], [ %205, %170 ]
  %175 = phi <16 x float> [ %158, %153 ], [ %211, %170 ]
  %176 = phi <16 x float> [ %159, %153 ], [ %217, %170 ]
  %177 = phi <16 x float> [ %160, %153 ], [ %223, %170 ]
  %178 = phi <16 x float> [ %161, %153 ], [ %229, %170 ]
  %179 = phi i64 [ 0, %153 ], [ %230, %170 ]
  %180 = getelementptr inbounds nuw [64 x float], ptr %165, i64 %179
  %181 = load <16 x float>, ptr %180, align 64
  %182 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %179
  %183 = getelementptr inbounds nuw float, ptr %182, i64 %166
  %184 = load float, ptr %183, align 4
  %185 = insertelement <16 x float> poison, float %184, i64 0
  %186 = shufflevector <16 x float> %185, <16 x float> poison, <16 x i32> zeroinitializer
  %187 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %186, <16 x float> %181, <16 x float> %171)
  %188 = getelementptr inbounds nuw float, ptr %182, i64 %166
  %189 = getelementptr inbounds nuw i8, ptr %188, i64 4
  %190 = load float, ptr %189, align 4
  %191 = insertelement <16 x float> poison, float %190, i64 0
  %192 = shufflevector <16 x float> %191, <16 x float> poison, <16 x i32> zeroinitializer
  %193 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %192, <16 x float> %181, <16 x float> %172)
  %194 = getelementptr inbounds nuw float, ptr %182, i64 %166
  %195 = getelementptr inbounds nuw i8, ptr %194, i64 8
  %196 = load float, ptr %195, align 4
  %197 = insertelement <16 x float> poison, float %196, i64 0
  %198 = shufflevector <16 x float> %197, <16 x float> poison, <16 x i32> zeroinitializer
  %199 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %198, <16 x float> %181, <16 x float> %173)
  %200 = getelementptr inbounds nuw float, ptr %182, i64 %166
  %201 = getelementptr inbounds nuw i8, ptr %200, i64 12
  %202 = load float, ptr %201, align 4
  %203 = insertelement <16 x float> poison, float %202, i64 0
  %204 = shufflevector <16 x float> %203, <16 x float> poison, <16 x i32> zeroinitializer
  %205 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %204, <16 x float> %181, <16 x float> %174)
  %206 = getelementptr inbounds nuw float, ptr %182, i64 %166
  %207 = getelementptr inbounds nuw i8, ptr %206, i64 16
  %208 = load float, ptr %207, align 4
  %209 = insertelement <16 x float> poison, float %208, i64 0
  %210 = shufflevector <16 x float> %209, <16 x float> poison, <16 x i32> zeroinitializer
  %211 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %210, <16 x float> %181, <16 x float> %175)
  %212 = getelementptr inbounds nuw float, ptr %182, i64 %166
  %213 = getelementptr inbounds nuw i8, ptr %212, i64 20
  %214 = load float, ptr %213, align 4
  %215 = insertelement <16 x float> poison, float %214, i64 0
  %216 = shufflevector <16 x float> %215, <16 x float> poison, <16 x i32> zeroinitializer
  %217 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %216, <16 x float> %181, <16 x float> %176)
  %218 = getelementptr inbounds nuw float, ptr %182, i64 %166
  %219 = getelementptr inbounds nuw i8, ptr %218, i64 24
  %220 = load float, ptr %219, align 4
  %221 = insertelement <16 x float> poison, float %220, i64 0
  %222 = shufflevector <16 x float> %221, <16 x float> poison, <16 x i32> zeroinitializer
  %223 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %222, <16 x float> %181, <16 x float> %177)
  %224 = getelementptr inbounds nuw float, ptr %182, i64 %166
  %225 = getelementptr inbounds nuw i8, ptr %224, i64 28
  %226 = load float, ptr %225, align 4
  %227 = insertelement <16 x float> poison, float %226, i64 0
  %228 = shufflevector <16 x float> %227, <16 x float> poison, <16 x i32> zeroinitializer
  %229 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %228, <16 x float> %181, <16 x float> %178)
  %230 = add nuw nsw i64 %179, 1
  %231 = icmp eq i64 %230, %17
  br i1 %231, label %167, label %170
232:
  %233 = phi i64 [ 0, %77 ], [ %293, %232 ]
  %234 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %233
  %235 = load <16 x i32>, ptr %234, align 64
  %236 = load i32, ptr %79, align 8
  %237 = trunc i64 %233 to i32
  %238 = shl i32 %237, 8
  %239 = add i32 %236, %238
  %240 = zext i32 %239 to i64
  %241 = getelementptr inbounds nuw i8, ptr %0, i64 %240
  store <16 x i32> %235, ptr %241, align 64
  %242 = getelementptr inbounds nuw i8, ptr %234, i64 64
  %243 = load <16 x i32>, ptr %242, align 64
  %244 = load i32, ptr %79, align 8
  %245 = add i32 %244, %238
  %246 = zext i32 %245 to i64
  %247 = getelementptr inbounds nuw i8, ptr %0, i64 %246
  %248 = getelementptr inbounds nuw i8, ptr %247, i64 64
  store <16 x i32> %243, ptr %248, align 64
  %249 = getelementptr inbounds nuw i8, ptr %234, i64 128
  %250 = load <16 x i32>, ptr %249, align 64
  %251 = load i32, ptr %79, align 8
  %252 = add i32 %251, %238
  %253 = zext i32 %252 to i64
  %254 = getelementptr inbounds nuw i8, ptr %0, i64 %253
  %255 = getelementptr inbounds nuw i8, ptr %254, i64 128
  store <16 x i32> %250, ptr %255, align 64
  %256 = getelementptr inbounds nuw i8, ptr %234, i64 192
  %257 = load <16 x i32>, ptr %256, align 64
  %258 = load i32, ptr %79, align 8
  %259 = add i32 %258, %238
  %260 = zext i32 %259 to i64
  %261 = getelementptr inbounds nuw i8, ptr %0, i64 %260
  %262 = getelementptr inbounds nuw i8, ptr %261, i64 192
  store <16 x i32> %257, ptr %262, align 64
  %263 = or disjoint i64 %233, 1
  %264 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %263
  %265 = load <16 x i32>, ptr %264, align 64
  %266 = load i32, ptr %79, align 8
  %267 = trunc i64 %263 to i32
  %268 = shl i32 %267, 8
  %269 = add i32 %266, %268
  %270 = zext i32 %269 to i64
  %271 = getelementptr inbounds nuw i8, ptr %0, i64 %270
  store <16 x i32> %265, ptr %271, align 64
  %272 = getelementptr inbounds nuw i8, ptr %264, i64 64
  %273 = load <16 x i32>, ptr %272, align 64
  %274 = load i32, ptr %79, align 8
  %275 = add i32 %274, %268
  %276 = zext i32 %275 to i64
  %277 = getelementptr inbounds nuw i8, ptr %0, i64 %276
  %278 = getelementptr inbounds nuw i8, ptr %277, i64 64
  store <16 x i32> %273, ptr %278, align 64
  %279 = getelementptr inbounds nuw i8, ptr %264, i64 128
  %280 = load <16 x i32>, ptr %279, align 64
  %281 = load i32, ptr %79, align 8
  %282 = add i32 %281, %268
  %283 = zext i32 %282 to i64
  %284 = getelementptr inbounds nuw i8, ptr %0, i64 %283
  %285 = getelementptr inbounds nuw i8, ptr %284, i64 128
  store <16 x i32> %280, ptr %285, align 64
  %286 = getelementptr inbounds nuw i8, ptr %264, i64 192
  %287 = load <16 x i32>, ptr %286, align 64
  %288 = load i32, ptr %79, align 8
  %289 = add i32 %288, %268
  %290 = zext i32 %289 to i64
  %291 = getelementptr inbounds nuw i8, ptr %0, i64 %290
  %292 = getelementptr inbounds nuw i8, ptr %291, i64 192
  store <16 x i32> %287, ptr %292, align 64
  %293 = add nuw nsw i64 %233, 2
  %294 = icmp eq i64 %293, %80
  br i1 %294, label %295, label %232
295:
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  ret void
}
define internal fastcc void @tiles32_i8(ptr %0, ptr readonly %1, ptr nonnull readonly %2, ptr nonnull readonly %3, i32 range(i32 1, 5) %4, i32 range(i32 1, 9) %5) unnamed_addr {
  %7 = alloca [32 x [4 x <16 x i32>]], align 64
  %8 = trunc nuw nsw i32 %4 to i8
  %9 = udiv i8 2, %8
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 512
  %13 = icmp eq i32 %12, 0
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %15 = icmp samesign ugt i32 %4, 2
  %16 = zext nneg i8 %9 to i64
  %17 = zext nneg i32 %4 to i64
  %18 = zext nneg i32 %5 to i64
  %19 = load i64, ptr %14, align 8
  %20 = trunc i64 %19 to i32
  %21 = insertelement <16 x i32> poison, i32 %20, i64 0
  %22 = shufflevector <16 x i32> %21, <16 x i32> poison, <16 x i32> zeroinitializer
  %23 = trunc i64 %19 to i32
  %24 = insertelement <16 x i32> poison, i32 %23, i64 0
  %25 = shufflevector <16 x i32> %24, <16 x i32> poison, <16 x i32> zeroinitializer
  %26 = trunc i64 %19 to i32
  %27 = insertelement <16 x i32> poison, i32 %26, i64 0
  %28 = shufflevector <16 x i32> %27, <16 x i32> poison, <16 x i32> zeroinitializer
  %29 = trunc i64 %19 to i32
  %30 = insertelement <16 x i32> poison, i32 %29, i64 0
  %31 = shufflevector <16 x i32> %30, <16 x i32> poison, <16 x i32> zeroinitializer
  %32 = trunc i64 %19 to i32
  %33 = insertelement <16 x i32> poison, i32 %32, i64 0
  %34 = shufflevector <16 x i32> %33, <16 x i32> poison, <16 x i32> zeroinitializer
  %35 = trunc i64 %19 to i32
  %36 = insertelement <16 x i32> poison, i32 %35, i64 0
  %37 = shufflevector <16 x i32> %36, <16 x i32> poison, <16 x i32> zeroinitializer
  %38 = trunc i64 %19 to i32
  %39 = insertelement <16 x i32> poison, i32 %38, i64 0
  %40 = shufflevector <16 x i32> %39, <16 x i32> poison, <16 x i32> zeroinitializer
  %41 = trunc i64 %19 to i32
  %42 = insertelement <16 x i32> poison, i32 %41, i64 0
  %43 = shufflevector <16 x i32> %42, <16 x i32> poison, <16 x i32> zeroinitializer
  %44 = getelementptr i8, ptr %0, i64 %19
  %45 = getelementptr i8, ptr %0, i64 %19
  %46 = getelementptr i8, ptr %0, i64 %19
  %47 = getelementptr i8, ptr %0, i64 %19
  %48 = getelementptr i8, ptr %0, i64 %19
  %49 = getelementptr i8, ptr %0, i64 %19
  %50 = getelementptr i8, ptr %0, i64 %19
  %51 = getelementptr i8, ptr %0, i64 %19
  %52 = icmp eq i8 %9, 1
  br label %53
53:
  %54 = phi i64 [ 0, %6 ], [ %84, %83 ]
  %55 = shl i64 %54, 12
  %56 = shl nuw nsw i64 %54, 4
  %57 = mul nuw nsw i64 %54, %16
  %58 = shl nuw nsw i64 %57, 5
  %59 = shl i64 %57, 5
  %60 = add i64 %59, 32
  br label %65
61:
  %62 = shl nuw nsw i32 %4, 4
  %63 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %64 = zext nneg i32 %62 to i64
  br label %313
65:
  %66 = phi i1 [ true, %53 ], [ false, %86 ]
  %67 = phi i64 [ 0, %53 ], [ 1, %86 ]
  %68 = shl nuw nsw i64 %67, 6
  %69 = getelementptr inbounds nuw i8, ptr %3, i64 %68
  %70 = shl nuw nsw i64 %67, 6
  %71 = shl nuw nsw i64 %67, 6
  %72 = shl nuw nsw i64 %67, 6
  %73 = shl nuw nsw i64 %67, 6
  %74 = shl nuw nsw i64 %67, 6
  %75 = shl nuw nsw i64 %67, 6
  %76 = shl nuw nsw i64 %67, 6
  %77 = shl nuw nsw i64 %67, 6
  %78 = or disjoint i64 %67, 2
  %79 = getelementptr i8, ptr %44, i64 %70
  %80 = getelementptr i8, ptr %48, i64 %74
  %81 = getelementptr inbounds nuw float, ptr %69, i64 %58
  %82 = getelementptr inbounds nuw float, ptr %69, i64 %60
  br label %87
83:
  %84 = add nuw nsw i64 %54, 1
  %85 = icmp eq i64 %84, %17
  br i1 %85, label %61, label %53
86:
  br i1 %66, label %65, label %83
87:
  %88 = phi i64 [ 0, %65 ], [ %184, %150 ]
  br i1 %13, label %92, label %124
89:
  %90 = shl nuw nsw i64 %88, 3
  %91 = add nuw nsw i64 %58, %90
  br label %251
92:
  %93 = shl nuw nsw i64 %88, 10
  %94 = add nuw nsw i64 %93, %55
  %95 = getelementptr i8, ptr %79, i64 %94
  %96 = load <16 x i32>, ptr %95, align 64
  %97 = getelementptr i8, ptr %45, i64 %94
  %98 = getelementptr i8, ptr %97, i64 256
  %99 = getelementptr inbounds nuw i8, ptr %98, i64 %71
  %100 = load <16 x i32>, ptr %99, align 64
  %101 = getelementptr i8, ptr %46, i64 %94
  %102 = getelementptr i8, ptr %101, i64 512
  %103 = getelementptr inbounds nuw i8, ptr %102, i64 %72
  %104 = load <16 x i32>, ptr %103, align 64
  %105 = getelementptr i8, ptr %47, i64 %94
  %106 = getelementptr i8, ptr %105, i64 768
  %107 = getelementptr inbounds nuw i8, ptr %106, i64 %73
  %108 = load <16 x i32>, ptr %107, align 64
  %109 = getelementptr i8, ptr %80, i64 %94
  %110 = getelementptr i8, ptr %109, i64 128
  %111 = load <16 x i32>, ptr %110, align 64
  %112 = getelementptr i8, ptr %49, i64 %94
  %113 = getelementptr i8, ptr %112, i64 384
  %114 = getelementptr i8, ptr %113, i64 %75
  %115 = load <16 x i32>, ptr %114, align 64
  %116 = getelementptr i8, ptr %50, i64 %94
  %117 = getelementptr i8, ptr %116, i64 640
  %118 = getelementptr i8, ptr %117, i64 %76
  %119 = load <16 x i32>, ptr %118, align 64
  %120 = getelementptr i8, ptr %51, i64 %94
  %121 = getelementptr i8, ptr %120, i64 896
  %122 = getelementptr i8, ptr %121, i64 %77
  %123 = load <16 x i32>, ptr %122, align 64
  br label %124
124:
  %125 = phi <16 x i32> [ %119, %92 ], [ %40, %87 ]
  %126 = phi <16 x i32> [ %111, %92 ], [ %34, %87 ]
  %127 = phi <16 x i32> [ %104, %92 ], [ %28, %87 ]
  %128 = phi <16 x i32> [ %96, %92 ], [ %22, %87 ]
  %129 = phi <16 x i32> [ %100, %92 ], [ %25, %87 ]
  %130 = phi <16 x i32> [ %108, %92 ], [ %31, %87 ]
  %131 = phi <16 x i32> [ %115, %92 ], [ %37, %87 ]
  %132 = phi <16 x i32> [ %123, %92 ], [ %43, %87 ]
  br i1 %15, label %150, label %89
133:
  %134 = phi <16 x float> [ %268, %186 ], [ %206, %189 ]
  %135 = phi <16 x float> [ %274, %186 ], [ %212, %189 ]
  %136 = phi <16 x float> [ %280, %186 ], [ %218, %189 ]
  %137 = phi <16 x float> [ %286, %186 ], [ %224, %189 ]
  %138 = phi <16 x float> [ %292, %186 ], [ %230, %189 ]
  %139 = phi <16 x float> [ %298, %186 ], [ %236, %189 ]
  %140 = phi <16 x float> [ %304, %186 ], [ %242, %189 ]
  %141 = phi <16 x float> [ %310, %186 ], [ %248, %189 ]
  %142 = fptosi <16 x float> %134 to <16 x i32>
  %143 = fptosi <16 x float> %135 to <16 x i32>
  %144 = fptosi <16 x float> %136 to <16 x i32>
  %145 = fptosi <16 x float> %137 to <16 x i32>
  %146 = fptosi <16 x float> %138 to <16 x i32>
  %147 = fptosi <16 x float> %139 to <16 x i32>
  %148 = fptosi <16 x float> %140 to <16 x i32>
  %149 = fptosi <16 x float> %141 to <16 x i32>
  br label %150
150:
  %151 = phi <16 x i32> [ zeroinitializer, %124 ], [ %142, %133 ]
  %152 = phi <16 x i32> [ zeroinitializer, %124 ], [ %143, %133 ]
  %153 = phi <16 x i32> [ zeroinitializer, %124 ], [ %144, %133 ]
  %154 = phi <16 x i32> [ zeroinitializer, %124 ], [ %145, %133 ]
  %155 = phi <16 x i32> [ zeroinitializer, %124 ], [ %146, %133 ]
  %156 = phi <16 x i32> [ zeroinitializer, %124 ], [ %147, %133 ]
  %157 = phi <16 x i32> [ zeroinitializer, %124 ], [ %148, %133 ]
  %158 = phi <16 x i32> [ zeroinitializer, %124 ], [ %149, %133 ]
  %159 = shl nuw nsw i64 %88, 2
  %160 = add nuw nsw i64 %159, %56
  %161 = add <16 x i32> %128, %151
  %162 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %160
  %163 = getelementptr inbounds nuw <16 x i32>, ptr %162, i64 %67
  store <16 x i32> %161, ptr %163, align 64
  %164 = add <16 x i32> %129, %152
  %165 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %160
  %166 = getelementptr inbounds nuw i8, ptr %165, i64 256
  %167 = getelementptr inbounds nuw <16 x i32>, ptr %166, i64 %67
  store <16 x i32> %164, ptr %167, align 64
  %168 = add <16 x i32> %127, %153
  %169 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %160
  %170 = getelementptr inbounds nuw i8, ptr %169, i64 512
  %171 = getelementptr inbounds nuw <16 x i32>, ptr %170, i64 %67
  store <16 x i32> %168, ptr %171, align 64
  %172 = add <16 x i32> %130, %154
  %173 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %160
  %174 = getelementptr inbounds nuw i8, ptr %173, i64 768
  %175 = getelementptr inbounds nuw <16 x i32>, ptr %174, i64 %67
  store <16 x i32> %172, ptr %175, align 64
  %176 = add <16 x i32> %126, %155
  %177 = getelementptr inbounds nuw <16 x i32>, ptr %162, i64 %78
  store <16 x i32> %176, ptr %177, align 64
  %178 = add <16 x i32> %131, %156
  %179 = getelementptr inbounds nuw <16 x i32>, ptr %166, i64 %78
  store <16 x i32> %178, ptr %179, align 64
  %180 = add <16 x i32> %125, %157
  %181 = getelementptr inbounds nuw <16 x i32>, ptr %170, i64 %78
  store <16 x i32> %180, ptr %181, align 64
  %182 = add <16 x i32> %132, %158
  %183 = getelementptr inbounds nuw <16 x i32>, ptr %174, i64 %78
  store <16 x i32> %182, ptr %183, align 64
  %184 = add nuw nsw i64 %88, 1
  %185 = icmp eq i64 %184, 4
  br i1 %185, label %86, label %87
186:
  br i1 %52, label %133, label %187
187:
  %188 = add nuw nsw i64 %60, %90
  br label %189
189:
  %190 = phi <16 x float> [ %268, %187 ], [ %206, %189 ]
  %191 = phi <16 x float> [ %274, %187 ], [ %212, %189 ]
  %192 = phi <16 x float> [ %280, %187 ], [ %218, %189 ]
  %193 = phi <16 x float> [ %286, %187 ], [ %224, %189 ]
  %194 = phi <16 x float> [ %292, %187 ], [ %230, %189 ]
  %195 = phi <16 x float> [ %298, %187 ], [ %236, %189 ]
  %196 = phi <16 x float> [ %304, %187 ], [ %242, %189 ]
  %197 = phi <16 x float> [ %310, %187 ], [ %248, %189 ]
  %198 = phi i64 [ 0, %187 ], [ %249, %189 ]
  %199 = getelementptr inbounds nuw [64 x float], ptr %82, i64 %198
  %200 = load <16 x float>, ptr %199, align 64
  %201 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %198
  %202 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %203 = load float, ptr %202, align 4
  %204 = insertelement <16 x float> poison, float %203, i64 0
  %205 = shufflevector <16 x float> %204, <16 x float> poison, <16 x i32> zeroinitializer
  %206 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %205, <16 x float> %200, <16 x float> %190)
  %207 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %208 = getelementptr inbounds nuw i8, ptr %207, i64 4
  %209 = load float, ptr %208, align 4
  %210 = insertelement <16 x float> poison, float %209, i64 0
  %211 = shufflevector <16 x float> %210, <16 x float> poison, <16 x i32> zeroinitializer
  %212 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %211, <16 x float> %200, <16 x float> %191)
  %213 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %214 = getelementptr inbounds nuw i8, ptr %213, i64 8
  %215 = load float, ptr %214, align 4
  %216 = insertelement <16 x float> poison, float %215, i64 0
  %217 = shufflevector <16 x float> %216, <16 x float> poison, <16 x i32> zeroinitializer
  %218 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %217, <16 x float> %200, <16 x float> %192)
  %219 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %220 = getelementptr inbounds nuw i8, ptr %219, i64 12
  %221 = load float, ptr %220, align 4
  %222 = insertelement <16 x float> poison, float %221, i64 0
  %223 = shufflevector <16 x float> %222, <16 x float> poison, <16 x i32> zeroinitializer
  %224 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %223, <16 x float> %200, <16 x float> %193)
  %225 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %226 = getelementptr inbounds nuw i8, ptr %225, i64 16
  %227 = load float, ptr %226, align 4
  %228 = insertelement <16 x float> poison, float %227, i64 0
  %229 = shufflevector <16 x float> %228, <16 x float> poison, <16 x i32> zeroinitializer
  %230 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %229, <16 x float> %200, <16 x float> %194)
  %231 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %232 = getelementptr inbounds nuw i8, ptr %231, i64 20
  %233 = load float, ptr %232, align 4
  %234 = insertelement <16 x float> poison, float %233, i64 0
  %235 = shufflevector <16 x float> %234, <16 x float> poison, <16 x i32> zeroinitializer
  %236 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %235, <16 x float> %200, <16 x float> %195)
  %237 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %238 = getelementptr inbounds nuw i8, ptr %237, i64 24
  %239 = load float, ptr %238, align 4
  %240 = insertelement <16 x float> poison, float %239, i64 0
  %241 = shufflevector <16 x float> %240, <16 x float> poison, <16 x i32> zeroinitializer
  %242 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %241, <16 x float> %200, <16 x float> %196)
  %243 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %244 = getelementptr inbounds nuw i8, ptr %243, i64 28
  %245 = load float, ptr %244, align 4
  %246 = insertelement <16 x float> poison, float %245, i64 0
  %247 = shufflevector <16 x float> %246, <16 x float> poison, <16 x i32> zeroinitializer
  %248 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %247, <16 x float> %200, <16 x float> %197)
  %249 = add nuw nsw i64 %198, 1
  %250 = icmp eq i64 %249, %18
  br i1 %250, label %133, label %189
251:
  %252 = phi <16 x float> [ zeroinitializer, %89 ], [ %268, %251 ]
  %253 = phi <16 x float> [ zeroinitializer, %89 ], [ %274, %251 ]
  %254 = phi <16 x float> [ zeroinitializer, %89 ], [ %280, %251 ]
  %255 = phi <16 x float> [ zeroinitializer, %89 ], [ %286, %251 ]
  %256 = phi <16 x float> [ zeroinitializer, %89 ], [ %292, %251 ]
  %257 = phi <16 x float> [ zeroinitializer, %89 ], [ %298, %251 ]
  %258 = phi <16 x float> [ zeroinitializer, %89 ], [ %304, %251 ]
  %259 = phi <16 x float> [ zeroinitializer, %89 ], [ %310, %251 ]
  %260 = phi i64 [ 0, %89 ], [ %311, %251 ]
  %261 = getelementptr inbounds nuw [64 x float], ptr %81, i64 %260
  %262 = load <16 x float>, ptr %261, align 64
  %263 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %260
  %264 = getelementptr inbounds nuw float, ptr %263, i64 %91
  %265 = load float, ptr %264, align 4
  %266 = insertelement <16 x float> poison, float %265, i64 0
  %267 = shufflevector <16 x float> %266, <16 x float> poison, <16 x i32> zeroinitializer
  %268 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %267, <16 x float> %262, <16 x float> %252)
  %269 = getelementptr inbounds nuw float, ptr %263, i64 %91
  %270 = getelementptr inbounds nuw i8, ptr %269, i64 4
  %271 = load float, ptr %270, align 4
  %272 = insertelement <16 x float> poison, float %271, i64 0
  %273 = shufflevector <16 x float> %272, <16 x float> poison, <16 x i32> zeroinitializer
  %274 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %273, <16 x float> %262, <16 x float> %253)
  %275 = getelementptr inbounds nuw float, ptr %263, i64 %91
  %276 = getelementptr inbounds nuw i8, ptr %275, i64 8
  %277 = load float, ptr %276, align 4
  %278 = insertelement <16 x float> poison, float %277, i64 0
  %279 = shufflevector <16 x float> %278, <16 x float> poison, <16 x i32> zeroinitializer
  %280 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %279, <16 x float> %262, <16 x float> %254)
  %281 = getelementptr inbounds nuw float, ptr %263, i64 %91
  %282 = getelementptr inbounds nuw i8, ptr %281, i64 12
  %283 = load float, ptr %282, align 4
  %284 = insertelement <16 x float> poison, float %283, i64 0
  %285 = shufflevector <16 x float> %284, <16 x float> poison, <16 x i32> zeroinitializer
  %286 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %285, <16 x float> %262, <16 x float> %255)
  %287 = getelementptr inbounds nuw float, ptr %263, i64 %91
  %288 = getelementptr inbounds nuw i8, ptr %287, i64 16
  %289 = load float, ptr %288, align 4
  %290 = insertelement <16 x float> poison, float %289, i64 0
  %291 = shufflevector <16 x float> %290, <16 x float> poison, <16 x i32> zeroinitializer
  %292 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %291, <16 x float> %262, <16 x float> %256)
  %293 = getelementptr inbounds nuw float, ptr %263, i64 %91
  %294 = getelementptr inbounds nuw i8, ptr %293, i64 20
  %295 = load float, ptr %294, align 4
  %296 = insertelement <16 x float> poison, float %295, i64 0
  %297 = shufflevector <16 x float> %296, <16 x float> poison, <16 x i32> zeroinitializer
  %298 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %297, <16 x float> %262, <16 x float> %257)
  %299 = getelementptr inbounds nuw float, ptr %263, i64 %91
  %300 = getelementptr inbounds nuw i8, ptr %299, i64 24
  %301 = load float, ptr %300, align 4
  %302 = insertelement <16 x float> poison, float %301, i64 0
  %303 = shufflevector <16 x float> %302, <16 x float> poison, <16 x i32> zeroinitializer
  %304 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %303, <16 x float> %262, <16 x float> %258)
  %305 = getelementptr inbounds nuw float, ptr %263, i64 %91
  %306 = getelementptr inbounds nuw i8, ptr %305, i64 28
  %307 = load float, ptr %306, align 4
  %308 = insertelement <16 x float> poison, float %307, i64 0
  %309 = shufflevector <16 x float> %308, <16 x float> poison, <16 x i32> zeroinitializer
  %310 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %309, <16 x float> %262, <16 x float> %259)
  %311 = add nuw nsw i64 %260, 1
  %312 = icmp eq i64 %311, %18
  br i1 %312, label %186, label %251
313:
  %314 = phi i64 [ 0, %61 ], [ %374, %313 ]
  %315 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %314
  %316 = load <16 x i32>, ptr %315, align 64
  %317 = load i32, ptr %63, align 8
  %318 = trunc i64 %314 to i32
  %319 = shl i32 %318, 8
  %320 = add i32 %317, %319
  %321 = zext i32 %320 to i64
  %322 = getelementptr inbounds nuw i8, ptr %0, i64 %321
  store <16 x i32> %316, ptr %322, align 64
  %323 = getelementptr inbounds nuw i8, ptr %315, i64 64
  %324 = load <16 x i32>, ptr %323, align 64
  %325 = load i32, ptr %63, align 8
  %326 = add i32 %325, %319
  %327 = zext i32 %326 to i64
  %328 = getelementptr inbounds nuw i8, ptr %0, i64 %327
  %329 = getelementptr inbounds nuw i8, ptr %328, i64 64
  store <16 x i32> %324, ptr %329, align 64
  %330 = getelementptr inbounds nuw i8, ptr %315, i64 128
  %331 = load <16 x i32>, ptr %330, align 64
  %332 = load i32, ptr %63, align 8
  %333 = add i32 %332, %319
  %334 = zext i32 %333 to i64
  %335 = getelementptr inbounds nuw i8, ptr %0, i64 %334
  %336 = getelementptr inbounds nuw i8, ptr %335, i64 128
  store <16 x i32> %331, ptr %336, align 64
  %337 = getelementptr inbounds nuw i8, ptr %315, i64 192
  %338 = load <16 x i32>, ptr %337, align 64
  %339 = load i32, ptr %63, align 8
  %340 = add i32 %339, %319
  %341 = zext i32 %340 to i64
  %342 = getelementptr inbounds nuw i8, ptr %0, i64 %341
  %343 = getelementptr inbounds nuw i8, ptr %342, i64 192
  store <16 x i32> %338, ptr %343, align 64
  %344 = or disjoint i64 %314, 1
  %345 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %344
  %346 = load <16 x i32>, ptr %345, align 64
  %347 = load i32, ptr %63, align 8
  %348 = trunc i64 %344 to i32
  %349 = shl i32 %348, 8
  %350 = add i32 %347, %349
  %351 = zext i32 %350 to i64
  %352 = getelementptr inbounds nuw i8, ptr %0, i64 %351
  store <16 x i32> %346, ptr %352, align 64
  %353 = getelementptr inbounds nuw i8, ptr %345, i64 64
  %354 = load <16 x i32>, ptr %353, align 64
  %355 = load i32, ptr %63, align 8
  %356 = add i32 %355, %349
  %357 = zext i32 %356 to i64
  %358 = getelementptr inbounds nuw i8, ptr %0, i64 %357
  %359 = getelementptr inbounds nuw i8, ptr %358, i64 64
  store <16 x i32> %354, ptr %359, align 64
  %360 = getelementptr inbounds nuw i8, ptr %345, i64 128
  %361 = load <16 x i32>, ptr %360, align 64
  %362 = load i32, ptr %63, align 8
  %363 = add i32 %362, %349
  %364 = zext i32 %363 to i64
  %365 = getelementptr inbounds nuw i8, ptr %0, i64 %364
  %366 = getelementptr inbounds nuw i8, ptr %365, i64 128
  store <16 x i32> %361, ptr %366, align 64
  %367 = getelementptr inbounds nuw i8, ptr %345, i64 192
  %368 = load <16 x i32>, ptr %367, align 64
  %369 = load i32, ptr %63, align 8
  %370 = add i32 %369, %349
  %371 = zext i32 %370 to i64
  %372 = getelementptr inbounds nuw i8, ptr %0, i64 %371
  %373 = getelementptr inbounds nuw i8, ptr %372, i64 192
  store <16 x i32> %368, ptr %373, align 64
  %374 = add nuw nsw i64 %314, 2
  %375 = icmp eq i64 %374, %64
  br i1 %375, label %376, label %313
376:
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  ret void
}
define internal fastcc void @tiles16(ptr %0, ptr readonly %1, ptr nonnull readonly %2, ptr nonnull readonly %3, i32 range(i32 1, 5) %4, i32 range(i32 1, 9) %5) unnamed_addr {
  %7 = alloca [32 x [4 x <16 x i32>]], align 64
  %8 = trunc nuw nsw i32 %4 to i8
  %9 = udiv i8 4, %8
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 512
  %13 = icmp eq i32 %12, 0
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %15 = zext nneg i8 %9 to i64
  %16 = zext nneg i32 %4 to i64
  %17 = zext nneg i32 %5 to i64
  %18 = load i64, ptr %14, align 8
  %19 = trunc i64 %18 to i32
  %20 = insertelement <16 x i32> poison, i32 %19, i64 0
  %21 = shufflevector <16 x i32> %20, <16 x i32> poison, <16 x i32> zeroinitializer
  %22 = trunc i64 %18 to i32
  %23 = insertelement <16 x i32> poison, i32 %22, i64 0
  %24 = shufflevector <16 x i32> %23, <16 x i32> poison, <16 x i32> zeroinitializer
  %25 = trunc i64 %18 to i32
  %26 = insertelement <16 x i32> poison, i32 %25, i64 0
  %27 = shufflevector <16 x i32> %26, <16 x i32> poison, <16 x i32> zeroinitializer
  %28 = trunc i64 %18 to i32
  %29 = insertelement <16 x i32> poison, i32 %28, i64 0
  %30 = shufflevector <16 x i32> %29, <16 x i32> poison, <16 x i32> zeroinitializer
  %31 = trunc i64 %18 to i32
  %32 = insertelement <16 x i32> poison, i32 %31, i64 0
  %33 = shufflevector <16 x i32> %32, <16 x i32> poison, <16 x i32> zeroinitializer
  %34 = trunc i64 %18 to i32
  %35 = insertelement <16 x i32> poison, i32 %34, i64 0
  %36 = shufflevector <16 x i32> %35, <16 x i32> poison, <16 x i32> zeroinitializer
  %37 = trunc i64 %18 to i32
  %38 = insertelement <16 x i32> poison, i32 %37, i64 0
  %39 = shufflevector <16 x i32> %38, <16 x i32> poison, <16 x i32> zeroinitializer
  %40 = trunc i64 %18 to i32
  %41 = insertelement <16 x i32> poison, i32 %40, i64 0
  %42 = shufflevector <16 x i32> %41, <16 x i32> poison, <16 x i32> zeroinitializer
  %43 = getelementptr i8, ptr %0, i64 %18
  %44 = getelementptr i8, ptr %0, i64 %18
  %45 = getelementptr i8, ptr %0, i64 %18
  %46 = getelementptr i8, ptr %0, i64 %18
  %47 = getelementptr i8, ptr %0, i64 %18
  %48 = getelementptr i8, ptr %0, i64 %18
  %49 = getelementptr i8, ptr %0, i64 %18
  %50 = getelementptr i8, ptr %0, i64 %18
  br label %51
51:
  %52 = phi i64 [ 0, %6 ], [ %82, %81 ]
  %53 = shl i64 %52, 10
  %54 = shl nuw nsw i64 %52, 2
  %55 = mul nuw nsw i64 %52, %15
  %56 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %54
  %57 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %54
  %58 = getelementptr inbounds nuw i8, ptr %57, i64 256
  %59 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %54
  %60 = getelementptr inbounds nuw i8, ptr %59, i64 512
  %61 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %54
  %62 = getelementptr inbounds nuw i8, ptr %61, i64 768
  %63 = getelementptr i8, ptr %43, i64 %53
  %64 = getelementptr i8, ptr %44, i64 %53
  %65 = getelementptr i8, ptr %64, i64 256
  %66 = getelementptr i8, ptr %45, i64 %53
  %67 = getelementptr i8, ptr %66, i64 512
  %68 = getelementptr i8, ptr %46, i64 %53
  %69 = getelementptr i8, ptr %68, i64 768
  %70 = getelementptr i8, ptr %47, i64 %53
  %71 = getelementptr i8, ptr %48, i64 %53
  %72 = getelementptr i8, ptr %71, i64 320
  %73 = getelementptr i8, ptr %49, i64 %53
  %74 = getelementptr i8, ptr %73, i64 576
  %75 = getelementptr i8, ptr %50, i64 %53
  %76 = getelementptr i8, ptr %75, i64 832
  br label %84
77:
  %78 = shl nuw nsw i32 %4, 2
  %79 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %80 = zext nneg i32 %78 to i64
  br label %224
81:
  %82 = add nuw nsw i64 %52, 1
  %83 = icmp eq i64 %82, %16
  br i1 %83, label %77, label %51
84:
  %85 = phi i1 [ true, %51 ], [ false, %124 ]
  %86 = phi i64 [ 0, %51 ], [ 1, %124 ]
  br i1 %13, label %105, label %87
87:
  %88 = phi <16 x i32> [ %121, %105 ], [ %39, %84 ]
  %89 = phi <16 x i32> [ %117, %105 ], [ %33, %84 ]
  %90 = phi <16 x i32> [ %112, %105 ], [ %27, %84 ]
  %91 = phi <16 x i32> [ %108, %105 ], [ %21, %84 ]
  %92 = phi <16 x i32> [ %110, %105 ], [ %24, %84 ]
  %93 = phi <16 x i32> [ %114, %105 ], [ %30, %84 ]
  %94 = phi <16 x i32> [ %119, %105 ], [ %36, %84 ]
  %95 = phi <16 x i32> [ %123, %105 ], [ %42, %84 ]
  %96 = shl nuw nsw i64 %86, 3
  %97 = bitcast <16 x i32> %91 to <16 x float>
  %98 = bitcast <16 x i32> %92 to <16 x float>
  %99 = bitcast <16 x i32> %90 to <16 x float>
  %100 = bitcast <16 x i32> %93 to <16 x float>
  %101 = bitcast <16 x i32> %89 to <16 x float>
  %102 = bitcast <16 x i32> %94 to <16 x float>
  %103 = bitcast <16 x i32> %88 to <16 x float>
  %104 = bitcast <16 x i32> %95 to <16 x float>
  br label %145
105:
  %106 = shl nuw nsw i64 %86, 7
  %107 = getelementptr inbounds nuw i8, ptr %63, i64 %106
  %108 = load <16 x i32>, ptr %107, align 64
  %109 = getelementptr inbounds nuw i8, ptr %65, i64 %106
  %110 = load <16 x i32>, ptr %109, align 64
  %111 = getelementptr inbounds nuw i8, ptr %67, i64 %106
  %112 = load <16 x i32>, ptr %111, align 64
  %113 = getelementptr inbounds nuw i8, ptr %69, i64 %106
  %114 = load <16 x i32>, ptr %113, align 64
  %115 = getelementptr inbounds nuw i8, ptr %70, i64 %106
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 64
  %117 = load <16 x i32>, ptr %116, align 64
  %118 = getelementptr i8, ptr %72, i64 %106
  %119 = load <16 x i32>, ptr %118, align 64
  %120 = getelementptr i8, ptr %74, i64 %106
  %121 = load <16 x i32>, ptr %120, align 64
  %122 = getelementptr i8, ptr %76, i64 %106
  %123 = load <16 x i32>, ptr %122, align 64
  br label %87
124:
  %125 = shl nuw nsw i64 %86, 7
  %126 = getelementptr inbounds nuw i8, ptr %56, i64 %125
  store <16 x float> %179, ptr %126, align 64
  %127 = shl nuw nsw i64 %86, 7
  %128 = getelementptr inbounds nuw i8, ptr %58, i64 %127
  store <16 x float> %185, ptr %128, align 64
  %129 = shl nuw nsw i64 %86, 7
  %130 = getelementptr inbounds nuw i8, ptr %60, i64 %129
  store <16 x float> %191, ptr %130, align 64
  %131 = shl nuw nsw i64 %86, 7
  %132 = getelementptr inbounds nuw i8, ptr %62, i64 %131
  store <16 x float> %197, ptr %132, align 64
  %133 = shl nuw nsw i64 %86, 7
  %134 = getelementptr inbounds nuw i8, ptr %56, i64 %133
  %135 = getelementptr inbounds nuw i8, ptr %134, i64 64
  store <16 x float> %203, ptr %135, align 64
  %136 = shl nuw nsw i64 %86, 7
  %137 = getelementptr inbounds nuw i8, ptr %58, i64 %136
  %138 = getelementptr inbounds nuw i8, ptr %137, i64 64
  store <16 x float> %209, ptr %138, align 64
  %139 = shl nuw nsw i64 %86, 7
  %140 = getelementptr inbounds nuw i8, ptr %60, i64 %139
  %141 = getelementptr inbounds nuw i8, ptr %140, i64 64
  store <16 x float> %215, ptr %141, align 64
  %142 = shl nuw nsw i64 %86, 7
  %143 = getelementptr inbounds nuw i8, ptr %62, i64 %142
  %144 = getelementptr inbounds nuw i8, ptr %143, i64 64
  store <16 x float> %221, ptr %144, align 64
  br i1 %85, label %84, label %81
145:
  %146 = phi <16 x float> [ %104, %87 ], [ %221, %159 ]
  %147 = phi <16 x float> [ %103, %87 ], [ %215, %159 ]
  %148 = phi <16 x float> [ %102, %87 ], [ %209, %159 ]
  %149 = phi <16 x float> [ %101, %87 ], [ %203, %159 ]
  %150 = phi <16 x float> [ %100, %87 ], [ %197, %159 ]
  %151 = phi <16 x float> [ %99, %87 ], [ %191, %159 ]
  %152 = phi <16 x float> [ %98, %87 ], [ %185, %159 ]
  %153 = phi <16 x float> [ %97, %87 ], [ %179, %159 ]
  %154 = phi i64 [ 0, %87 ], [ %160, %159 ]
  %155 = add nuw nsw i64 %154, %55
  %156 = shl nuw nsw i64 %155, 4
  %157 = getelementptr inbounds nuw float, ptr %3, i64 %156
  %158 = or disjoint i64 %156, %96
  br label %162
159:
  %160 = add nuw nsw i64 %154, 1
  %161 = icmp eq i64 %160, %15
  br i1 %161, label %124, label %145
162:
  %163 = phi <16 x float> [ %146, %145 ], [ %221, %162 ]
  %164 = phi <16 x float> [ %147, %145 ], [ %215, %162 ]
  %165 = phi <16 x float> [ %148, %145 ], [ %209, %162 ]
  %166 = phi <16 x float> [ %149, %145 ], [ %203, %162 ]
  %167 = phi <16 x float> [ %150, %145 ], [ %197, %162 ]
  %168 = phi <16 x float> [ %151, %145 ], [ %191, %162 ]
  %169 = phi <16 x float> [ %152, %145 ], [ %185, %162 ]
  %170 = phi <16 x float> [ %153, %145 ], [ %179, %162 ]
  %171 = phi i64 [ 0, %145 ], [ %222, %162 ]
  %172 = getelementptr inbounds nuw [64 x float], ptr %157, i64 %171
  %173 = load <16 x float>, ptr %172, align 64
  %174 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %171
  %175 = getelementptr inbounds nuw float, ptr %174, i64 %158
  %176 = load float, ptr %175, align 4
  %177 = insertelement <16 x float> poison, float %176, i64 0
  %178 = shufflevector <16 x float> %177, <16 x float> poison, <16 x i32> zeroinitializer
  %179 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %178, <16 x float> %173, <16 x float> %170)
  %180 = getelementptr inbounds nuw float, ptr %174, i64 %158
  %181 = getelementptr inbounds nuw i8, ptr %180, i64 4
  %182 = load float, ptr %181, align 4
  %183 = insertelement <16 x float> poison, float %182, i64 0
  %184 = shufflevector <16 x float> %183, <16 x float> poison, <16 x i32> zeroinitializer
  %185 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %184, <16 x float> %173, <16 x float> %169)
  %186 = getelementptr inbounds nuw float, ptr %174, i64 %158
  %187 = getelementptr inbounds nuw i8, ptr %186, i64 8
  %188 = load float, ptr %187, align 4
  %189 = insertelement <16 x float> poison, float %188, i64 0
  %190 = shufflevector <16 x float> %189, <16 x float> poison, <16 x i32> zeroinitializer
  %191 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %190, <16 x float> %173, <16 x float> %168)
  %192 = getelementptr inbounds nuw float, ptr %174, i64 %158
  %193 = getelementptr inbounds nuw i8, ptr %192, i64 12
  %194 = load float, ptr %193, align 4
  %195 = insertelement <16 x float> poison, float %194, i64 0
  %196 = shufflevector <16 x float> %195, <16 x float> poison, <16 x i32> zeroinitializer
  %197 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %196, <16 x float> %173, <16 x float> %167)
  %198 = getelementptr inbounds nuw float, ptr %174, i64 %158
  %199 = getelementptr inbounds nuw i8, ptr %198, i64 16
  %200 = load float, ptr %199, align 4
  %201 = insertelement <16 x float> poison, float %200, i64 0
  %202 = shufflevector <16 x float> %201, <16 x float> poison, <16 x i32> zeroinitializer
  %203 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %202, <16 x float> %173, <16 x float> %166)
  %204 = getelementptr inbounds nuw float, ptr %174, i64 %158
  %205 = getelementptr inbounds nuw i8, ptr %204, i64 20
  %206 = load float, ptr %205, align 4
  %207 = insertelement <16 x float> poison, float %206, i64 0
  %208 = shufflevector <16 x float> %207, <16 x float> poison, <16 x i32> zeroinitializer
  %209 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %208, <16 x float> %173, <16 x float> %165)
  %210 = getelementptr inbounds nuw float, ptr %174, i64 %158
  %211 = getelementptr inbounds nuw i8, ptr %210, i64 24
  %212 = load float, ptr %211, align 4
  %213 = insertelement <16 x float> poison, float %212, i64 0
  %214 = shufflevector <16 x float> %213, <16 x float> poison, <16 x i32> zeroinitializer
  %215 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %214, <16 x float> %173, <16 x float> %164)
  %216 = getelementptr inbounds nuw float, ptr %174, i64 %158
  %217 = getelementptr inbounds nuw i8, ptr %216, i64 28
  %218 = load float, ptr %217, align 4
  %219 = insertelement <16 x float> poison, float %218, i64 0
  %220 = shufflevector <16 x float> %219, <16 x float> poison, <16 x i32> zeroinitializer
  %221 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %220, <16 x float> %173, <16 x float> %163)
  %222 = add nuw nsw i64 %171, 1
  %223 = icmp eq i64 %222, %17
  br i1 %223, label %159, label %162
224:
  %225 = phi i64 [ 0, %77 ], [ %285, %224 ]
  %226 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %225
  %227 = load <16 x i32>, ptr %226, align 64
  %228 = load i32, ptr %79, align 8
  %229 = trunc i64 %225 to i32
  %230 = shl i32 %229, 8
  %231 = add i32 %228, %230
  %232 = zext i32 %231 to i64
  %233 = getelementptr inbounds nuw i8, ptr %0, i64 %232
  store <16 x i32> %227, ptr %233, align 64
  %234 = getelementptr inbounds nuw i8, ptr %226, i64 64
  %235 = load <16 x i32>, ptr %234, align 64
  %236 = load i32, ptr %79, align 8
  %237 = add i32 %236, %230
  %238 = zext i32 %237 to i64
  %239 = getelementptr inbounds nuw i8, ptr %0, i64 %238
  %240 = getelementptr inbounds nuw i8, ptr %239, i64 64
  store <16 x i32> %235, ptr %240, align 64
  %241 = getelementptr inbounds nuw i8, ptr %226, i64 128
  %242 = load <16 x i32>, ptr %241, align 64
  %243 = load i32, ptr %79, align 8
  %244 = add i32 %243, %230
  %245 = zext i32 %244 to i64
  %246 = getelementptr inbounds nuw i8, ptr %0, i64 %245
  %247 = getelementptr inbounds nuw i8, ptr %246, i64 128
  store <16 x i32> %242, ptr %247, align 64
  %248 = getelementptr inbounds nuw i8, ptr %226, i64 192
  %249 = load <16 x i32>, ptr %248, align 64
  %250 = load i32, ptr %79, align 8
  %251 = add i32 %250, %230
  %252 = zext i32 %251 to i64
  %253 = getelementptr inbounds nuw i8, ptr %0, i64 %252
  %254 = getelementptr inbounds nuw i8, ptr %253, i64 192
  store <16 x i32> %249, ptr %254, align 64
  %255 = or disjoint i64 %225, 1
  %256 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %255
  %257 = load <16 x i32>, ptr %256, align 64
  %258 = load i32, ptr %79, align 8
  %259 = trunc i64 %255 to i32
  %260 = shl i32 %259, 8
  %261 = add i32 %258, %260
  %262 = zext i32 %261 to i64
  %263 = getelementptr inbounds nuw i8, ptr %0, i64 %262
  store <16 x i32> %257, ptr %263, align 64
  %264 = getelementptr inbounds nuw i8, ptr %256, i64 64
  %265 = load <16 x i32>, ptr %264, align 64
  %266 = load i32, ptr %79, align 8
  %267 = add i32 %266, %260
  %268 = zext i32 %267 to i64
  %269 = getelementptr inbounds nuw i8, ptr %0, i64 %268
  %270 = getelementptr inbounds nuw i8, ptr %269, i64 64
  store <16 x i32> %265, ptr %270, align 64
  %271 = getelementptr inbounds nuw i8, ptr %256, i64 128
  %272 = load <16 x i32>, ptr %271, align 64
  %273 = load i32, ptr %79, align 8
  %274 = add i32 %273, %260
  %275 = zext i32 %274 to i64
  %276 = getelementptr inbounds nuw i8, ptr %0, i64 %275
  %277 = getelementptr inbounds nuw i8, ptr %276, i64 128
  store <16 x i32> %272, ptr %277, align 64
  %278 = getelementptr inbounds nuw i8, ptr %256, i64 192
  %279 = load <16 x i32>, ptr %278, align 64
  %280 = load i32, ptr %79, align 8
  %281 = add i32 %280, %260
  %282 = zext i32 %281 to i64
  %283 = getelementptr inbounds nuw i8, ptr %0, i64 %282
  %284 = getelementptr inbounds nuw i8, ptr %283, i64 192
  store <16 x i32> %279, ptr %284, align 64
  %285 = add nuw nsw i64 %225, 2
  %286 = icmp eq i64 %285, %80
  br i1 %286, label %287, label %224
287:
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  ret void
}
define internal fastcc void @tiles32(ptr %0, ptr readonly %1, ptr nonnull readonly %2, ptr nonnull readonly %3, i32 range(i32 1, 5) %4, i32 range(i32 1, 9) %5) unnamed_addr {
  %7 = alloca [32 x [4 x <16 x i32>]], align 64
  %8 = trunc nuw nsw i32 %4 to i8
  %9 = udiv i8 2, %8
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 512
  %13 = icmp eq i32 %12, 0
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %15 = icmp samesign ugt i32 %4, 2
  %16 = zext nneg i8 %9 to i64
  %17 = zext nneg i32 %4 to i64
  %18 = zext nneg i32 %5 to i64
  %19 = load i64, ptr %14, align 8
  %20 = trunc i64 %19 to i32
  %21 = insertelement <16 x i32> poison, i32 %20, i64 0
  %22 = shufflevector <16 x i32> %21, <16 x i32> poison, <16 x i32> zeroinitializer
  %23 = trunc i64 %19 to i32
  %24 = insertelement <16 x i32> poison, i32 %23, i64 0
  %25 = shufflevector <16 x i32> %24, <16 x i32> poison, <16 x i32> zeroinitializer
  %26 = trunc i64 %19 to i32
  %27 = insertelement <16 x i32> poison, i32 %26, i64 0
  %28 = shufflevector <16 x i32> %27, <16 x i32> poison, <16 x i32> zeroinitializer
  %29 = trunc i64 %19 to i32
  %30 = insertelement <16 x i32> poison, i32 %29, i64 0
  %31 = shufflevector <16 x i32> %30, <16 x i32> poison, <16 x i32> zeroinitializer
  %32 = trunc i64 %19 to i32
  %33 = insertelement <16 x i32> poison, i32 %32, i64 0
  %34 = shufflevector <16 x i32> %33, <16 x i32> poison, <16 x i32> zeroinitializer
  %35 = trunc i64 %19 to i32
  %36 = insertelement <16 x i32> poison, i32 %35, i64 0
  %37 = shufflevector <16 x i32> %36, <16 x i32> poison, <16 x i32> zeroinitializer
  %38 = trunc i64 %19 to i32
  %39 = insertelement <16 x i32> poison, i32 %38, i64 0
  %40 = shufflevector <16 x i32> %39, <16 x i32> poison, <16 x i32> zeroinitializer
  %41 = trunc i64 %19 to i32
  %42 = insertelement <16 x i32> poison, i32 %41, i64 0
  %43 = shufflevector <16 x i32> %42, <16 x i32> poison, <16 x i32> zeroinitializer
  %44 = getelementptr i8, ptr %0, i64 %19
  %45 = getelementptr i8, ptr %0, i64 %19
  %46 = getelementptr i8, ptr %0, i64 %19
  %47 = getelementptr i8, ptr %0, i64 %19
  %48 = getelementptr i8, ptr %0, i64 %19
  %49 = getelementptr i8, ptr %0, i64 %19
  %50 = getelementptr i8, ptr %0, i64 %19
  %51 = getelementptr i8, ptr %0, i64 %19
  %52 = icmp eq i8 %9, 1
  br label %53
53:
  %54 = phi i64 [ 0, %6 ], [ %84, %83 ]
  %55 = shl i64 %54, 12
  %56 = shl nuw nsw i64 %54, 4
  %57 = mul nuw nsw i64 %54, %16
  %58 = shl nuw nsw i64 %57, 5
  %59 = shl i64 %57, 5
  %60 = add i64 %59, 32
  br label %65
61:
  %62 = shl nuw nsw i32 %4, 4
  %63 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %64 = zext nneg i32 %62 to i64
  br label %313
65:
  %66 = phi i1 [ true, %53 ], [ false, %86 ]
  %67 = phi i64 [ 0, %53 ], [ 1, %86 ]
  %68 = shl nuw nsw i64 %67, 6
  %69 = getelementptr inbounds nuw i8, ptr %3, i64 %68
  %70 = shl nuw nsw i64 %67, 6
  %71 = shl nuw nsw i64 %67, 6
  %72 = shl nuw nsw i64 %67, 6
  %73 = shl nuw nsw i64 %67, 6
  %74 = shl nuw nsw i64 %67, 6
  %75 = shl nuw nsw i64 %67, 6
  %76 = shl nuw nsw i64 %67, 6
  %77 = shl nuw nsw i64 %67, 6
  %78 = or disjoint i64 %67, 2
  %79 = getelementptr i8, ptr %44, i64 %70
  %80 = getelementptr i8, ptr %48, i64 %74
  %81 = getelementptr inbounds nuw float, ptr %69, i64 %58
  %82 = getelementptr inbounds nuw float, ptr %69, i64 %60
  br label %87
83:
  %84 = add nuw nsw i64 %54, 1
  %85 = icmp eq i64 %84, %17
  br i1 %85, label %61, label %53
86:
  br i1 %66, label %65, label %83
87:
  %88 = phi i64 [ 0, %65 ], [ %184, %158 ]
  br i1 %13, label %100, label %132
89:
  %90 = shl nuw nsw i64 %88, 3
  %91 = bitcast <16 x i32> %140 to <16 x float>
  %92 = bitcast <16 x i32> %133 to <16 x float>
  %93 = bitcast <16 x i32> %139 to <16 x float>
  %94 = bitcast <16 x i32> %134 to <16 x float>
  %95 = bitcast <16 x i32> %138 to <16 x float>
  %96 = bitcast <16 x i32> %135 to <16 x float>
  %97 = bitcast <16 x i32> %137 to <16 x float>
  %98 = bitcast <16 x i32> %136 to <16 x float>
  %99 = add nuw nsw i64 %58, %90
  br label %251
100:
  %101 = shl nuw nsw i64 %88, 10
  %102 = add nuw nsw i64 %101, %55
  %103 = getelementptr i8, ptr %79, i64 %102
  %104 = load <16 x i32>, ptr %103, align 64
  %105 = getelementptr i8, ptr %45, i64 %102
  %106 = getelementptr i8, ptr %105, i64 256
  %107 = getelementptr inbounds nuw i8, ptr %106, i64 %71
  %108 = load <16 x i32>, ptr %107, align 64
  %109 = getelementptr i8, ptr %46, i64 %102
  %110 = getelementptr i8, ptr %109, i64 512
  %111 = getelementptr inbounds nuw i8, ptr %110, i64 %72
  %112 = load <16 x i32>, ptr %111, align 64
  %113 = getelementptr i8, ptr %47, i64 %102
  %114 = getelementptr i8, ptr %113, i64 768
  %115 = getelementptr inbounds nuw i8, ptr %114, i64 %73
  %116 = load <16 x i32>, ptr %115, align 64
  %117 = getelementptr i8, ptr %80, i64 %102
  %118 = getelementptr i8, ptr %117, i64 128
  %119 = load <16 x i32>, ptr %118, align 64
  %120 = getelementptr i8, ptr %49, i64 %102
  %121 = getelementptr i8, ptr %120, i64 384
  %122 = getelementptr i8, ptr %121, i64 %75
  %123 = load <16 x i32>, ptr %122, align 64
  %124 = getelementptr i8, ptr %50, i64 %102
  %125 = getelementptr i8, ptr %124, i64 640
  %126 = getelementptr i8, ptr %125, i64 %76
  %127 = load <16 x i32>, ptr %126, align 64
  %128 = getelementptr i8, ptr %51, i64 %102
  %129 = getelementptr i8, ptr %128, i64 896
  %130 = getelementptr i8, ptr %129, i64 %77
  %131 = load <16 x i32>, ptr %130, align 64
  br label %132
132:
  %133 = phi <16 x i32> [ %127, %100 ], [ %40, %87 ]
  %134 = phi <16 x i32> [ %119, %100 ], [ %34, %87 ]
  %135 = phi <16 x i32> [ %112, %100 ], [ %28, %87 ]
  %136 = phi <16 x i32> [ %104, %100 ], [ %22, %87 ]
  %137 = phi <16 x i32> [ %108, %100 ], [ %25, %87 ]
  %138 = phi <16 x i32> [ %116, %100 ], [ %31, %87 ]
  %139 = phi <16 x i32> [ %123, %100 ], [ %37, %87 ]
  %140 = phi <16 x i32> [ %131, %100 ], [ %43, %87 ]
  br i1 %15, label %158, label %89
141:
  %142 = phi <16 x float> [ %268, %186 ], [ %206, %189 ]
  %143 = phi <16 x float> [ %274, %186 ], [ %212, %189 ]
  %144 = phi <16 x float> [ %280, %186 ], [ %218, %189 ]
  %145 = phi <16 x float> [ %286, %186 ], [ %224, %189 ]
  %146 = phi <16 x float> [ %292, %186 ], [ %230, %189 ]
  %147 = phi <16 x float> [ %298, %186 ], [ %236, %189 ]
  %148 = phi <16 x float> [ %304, %186 ], [ %242, %189 ]
  %149 = phi <16 x float> [ %310, %186 ], [ %248, %189 ]
  %150 = bitcast <16 x float> %142 to <16 x i32>
  %151 = bitcast <16 x float> %143 to <16 x i32>
  %152 = bitcast <16 x float> %144 to <16 x i32>
  %153 = bitcast <16 x float> %145 to <16 x i32>
  %154 = bitcast <16 x float> %146 to <16 x i32>
  %155 = bitcast <16 x float> %147 to <16 x i32>
  %156 = bitcast <16 x float> %148 to <16 x i32>
  %157 = bitcast <16 x float> %149 to <16 x i32>
  br label %158
158:
  %159 = phi <16 x i32> [ %140, %132 ], [ %157, %141 ]
  %160 = phi <16 x i32> [ %133, %132 ], [ %156, %141 ]
  %161 = phi <16 x i32> [ %139, %132 ], [ %155, %141 ]
  %162 = phi <16 x i32> [ %134, %132 ], [ %154, %141 ]
  %163 = phi <16 x i32> [ %138, %132 ], [ %153, %141 ]
  %164 = phi <16 x i32> [ %135, %132 ], [ %152, %141 ]
  %165 = phi <16 x i32> [ %137, %132 ], [ %151, %141 ]
  %166 = phi <16 x i32> [ %136, %132 ], [ %150, %141 ]
  %167 = shl nuw nsw i64 %88, 2
  %168 = add nuw nsw i64 %167, %56
  %169 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %168
  %170 = getelementptr inbounds nuw <16 x i32>, ptr %169, i64 %67
  store <16 x i32> %166, ptr %170, align 64
  %171 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %168
  %172 = getelementptr inbounds nuw i8, ptr %171, i64 256
  %173 = getelementptr inbounds nuw <16 x i32>, ptr %172, i64 %67
  store <16 x i32> %165, ptr %173, align 64
  %174 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %168
  %175 = getelementptr inbounds nuw i8, ptr %174, i64 512
  %176 = getelementptr inbounds nuw <16 x i32>, ptr %175, i64 %67
  store <16 x i32> %164, ptr %176, align 64
  %177 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %168
  %178 = getelementptr inbounds nuw i8, ptr %177, i64 768
  %179 = getelementptr inbounds nuw <16 x i32>, ptr %178, i64 %67
  store <16 x i32> %163, ptr %179, align 64
  %180 = getelementptr inbounds nuw <16 x i32>, ptr %169, i64 %78
  store <16 x i32> %162, ptr %180, align 64
  %181 = getelementptr inbounds nuw <16 x i32>, ptr %172, i64 %78
  store <16 x i32> %161, ptr %181, align 64
  %182 = getelementptr inbounds nuw <16 x i32>, ptr %175, i64 %78
  store <16 x i32> %160, ptr %182, align 64
  %183 = getelementptr inbounds nuw <16 x i32>, ptr %178, i64 %78
  store <16 x i32> %159, ptr %183, align 64
  %184 = add nuw nsw i64 %88, 1
  %185 = icmp eq i64 %184, 4
  br i1 %185, label %86, label %87
186:
  br i1 %52, label %141, label %187
187:
  %188 = add nuw nsw i64 %60, %90
  br label %189
189:
  %190 = phi <16 x float> [ %310, %187 ], [ %248, %189 ]
  %191 = phi <16 x float> [ %304, %187 ], [ %242, %189 ]
  %192 = phi <16 x float> [ %298, %187 ], [ %236, %189 ]
  %193 = phi <16 x float> [ %292, %187 ], [ %230, %189 ]
  %194 = phi <16 x float> [ %286, %187 ], [ %224, %189 ]
  %195 = phi <16 x float> [ %280, %187 ], [ %218, %189 ]
  %196 = phi <16 x float> [ %274, %187 ], [ %212, %189 ]
  %197 = phi <16 x float> [ %268, %187 ], [ %206, %189 ]
  %198 = phi i64 [ 0, %187 ], [ %249, %189 ]
  %199 = getelementptr inbounds nuw [64 x float], ptr %82, i64 %198
  %200 = load <16 x float>, ptr %199, align 64
  %201 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %198
  %202 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %203 = load float, ptr %202, align 4
  %204 = insertelement <16 x float> poison, float %203, i64 0
  %205 = shufflevector <16 x float> %204, <16 x float> poison, <16 x i32> zeroinitializer
  %206 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %205, <16 x float> %200, <16 x float> %197)
  %207 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %208 = getelementptr inbounds nuw i8, ptr %207, i64 4
  %209 = load float, ptr %208, align 4
  %210 = insertelement <16 x float> poison, float %209, i64 0
  %211 = shufflevector <16 x float> %210, <16 x float> poison, <16 x i32> zeroinitializer
  %212 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %211, <16 x float> %200, <16 x float> %196)
  %213 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %214 = getelementptr inbounds nuw i8, ptr %213, i64 8
  %215 = load float, ptr %214, align 4
  %216 = insertelement <16 x float> poison, float %215, i64 0
  %217 = shufflevector <16 x float> %216, <16 x float> poison, <16 x i32> zeroinitializer
  %218 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %217, <16 x float> %200, <16 x float> %195)
  %219 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %220 = getelementptr inbounds nuw i8, ptr %219, i64 12
  %221 = load float, ptr %220, align 4
  %222 = insertelement <16 x float> poison, float %221, i64 0
  %223 = shufflevector <16 x float> %222, <16 x float> poison, <16 x i32> zeroinitializer
  %224 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %223, <16 x float> %200, <16 x float> %194)
  %225 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %226 = getelementptr inbounds nuw i8, ptr %225, i64 16
  %227 = load float, ptr %226, align 4
  %228 = insertelement <16 x float> poison, float %227, i64 0
  %229 = shufflevector <16 x float> %228, <16 x float> poison, <16 x i32> zeroinitializer
  %230 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %229, <16 x float> %200, <16 x float> %193)
  %231 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %232 = getelementptr inbounds nuw i8, ptr %231, i64 20
  %233 = load float, ptr %232, align 4
  %234 = insertelement <16 x float> poison, float %233, i64 0
  %235 = shufflevector <16 x float> %234, <16 x float> poison, <16 x i32> zeroinitializer
  %236 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %235, <16 x float> %200, <16 x float> %192)
  %237 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %238 = getelementptr inbounds nuw i8, ptr %237, i64 24
  %239 = load float, ptr %238, align 4
  %240 = insertelement <16 x float> poison, float %239, i64 0
  %241 = shufflevector <16 x float> %240, <16 x float> poison, <16 x i32> zeroinitializer
  %242 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %241, <16 x float> %200, <16 x float> %191)
  %243 = getelementptr inbounds nuw float, ptr %201, i64 %188
  %244 = getelementptr inbounds nuw i8, ptr %243, i64 28
  %245 = load float, ptr %244, align 4
  %246 = insertelement <16 x float> poison, float %245, i64 0
  %247 = shufflevector <16 x float> %246, <16 x float> poison, <16 x i32> zeroinitializer
  %248 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %247, <16 x float> %200, <16 x float> %190)
  %249 = add nuw nsw i64 %198, 1
  %250 = icmp eq i64 %249, %18
  br i1 %250, label %141, label %189
251:
  %252 = phi <16 x float> [ %91, %89 ], [ %310, %251 ]
  %253 = phi <16 x float> [ %92, %89 ], [ %304, %251 ]
  %254 = phi <16 x float> [ %93, %89 ], [ %298, %251 ]
  %255 = phi <16 x float> [ %94, %89 ], [ %292, %251 ]
  %256 = phi <16 x float> [ %95, %89 ], [ %286, %251 ]
  %257 = phi <16 x float> [ %96, %89 ], [ %280, %251 ]
  %258 = phi <16 x float> [ %97, %89 ], [ %274, %251 ]
  %259 = phi <16 x float> [ %98, %89 ], [ %268, %251 ]
  %260 = phi i64 [ 0, %89 ], [ %311, %251 ]
  %261 = getelementptr inbounds nuw [64 x float], ptr %81, i64 %260
  %262 = load <16 x float>, ptr %261, align 64
  %263 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %260
  %264 = getelementptr inbounds nuw float, ptr %263, i64 %99
  %265 = load float, ptr %264, align 4
  %266 = insertelement <16 x float> poison, float %265, i64 0
  %267 = shufflevector <16 x float> %266, <16 x float> poison, <16 x i32> zeroinitializer
  %268 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %267, <16 x float> %262, <16 x float> %259)
  %269 = getelementptr inbounds nuw float, ptr %263, i64 %99
  %270 = getelementptr inbounds nuw i8, ptr %269, i64 4
  %271 = load float, ptr %270, align 4
  %272 = insertelement <16 x float> poison, float %271, i64 0
  %273 = shufflevector <16 x float> %272, <16 x float> poison, <16 x i32> zeroinitializer
  %274 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %273, <16 x float> %262, <16 x float> %258)
  %275 = getelementptr inbounds nuw float, ptr %263, i64 %99
  %276 = getelementptr inbounds nuw i8, ptr %275, i64 8
  %277 = load float, ptr %276, align 4
  %278 = insertelement <16 x float> poison, float %277, i64 0
  %279 = shufflevector <16 x float> %278, <16 x float> poison, <16 x i32> zeroinitializer
  %280 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %279, <16 x float> %262, <16 x float> %257)
  %281 = getelementptr inbounds nuw float, ptr %263, i64 %99
  %282 = getelementptr inbounds nuw i8, ptr %281, i64 12
  %283 = load float, ptr %282, align 4
  %284 = insertelement <16 x float> poison, float %283, i64 0
  %285 = shufflevector <16 x float> %284, <16 x float> poison, <16 x i32> zeroinitializer
  %286 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %285, <16 x float> %262, <16 x float> %256)
  %287 = getelementptr inbounds nuw float, ptr %263, i64 %99
  %288 = getelementptr inbounds nuw i8, ptr %287, i64 16
  %289 = load float, ptr %288, align 4
  %290 = insertelement <16 x float> poison, float %289, i64 0
  %291 = shufflevector <16 x float> %290, <16 x float> poison, <16 x i32> zeroinitializer
  %292 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %291, <16 x float> %262, <16 x float> %255)
  %293 = getelementptr inbounds nuw float, ptr %263, i64 %99
  %294 = getelementptr inbounds nuw i8, ptr %293, i64 20
  %295 = load float, ptr %294, align 4
  %296 = insertelement <16 x float> poison, float %295, i64 0
  %297 = shufflevector <16 x float> %296, <16 x float> poison, <16 x i32> zeroinitializer
  %298 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %297, <16 x float> %262, <16 x float> %254)
  %299 = getelementptr inbounds nuw float, ptr %263, i64 %99
  %300 = getelementptr inbounds nuw i8, ptr %299, i64 24
  %301 = load float, ptr %300, align 4
  %302 = insertelement <16 x float> poison, float %301, i64 0
  %303 = shufflevector <16 x float> %302, <16 x float> poison, <16 x i32> zeroinitializer
  %304 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %303, <16 x float> %262, <16 x float> %253)
  %305 = getelementptr inbounds nuw float, ptr %263, i64 %99
  %306 = getelementptr inbounds nuw i8, ptr %305, i64 28
  %307 = load float, ptr %306, align 4
  %308 = insertelement <16 x float> poison, float %307, i64 0
  %309 = shufflevector <16 x float> %308, <16 x float> poison, <16 x i32> zeroinitializer
  %310 = tail call <16 x float> @llvm.fma.v16f32(<16 x float> %309, <16 x float> %262, <16 x float> %252)
  %311 = add nuw nsw i64 %260, 1
  %312 = icmp eq i64 %311, %18
  br i1 %312, label %186, label %251
313:
  %314 = phi i64 [ 0, %61 ], [ %374, %313 ]
  %315 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %314
  %316 = load <16 x i32>, ptr %315, align 64
  %317 = load i32, ptr %63, align 8
  %318 = trunc i64 %314 to i32
  %319 = shl i32 %318, 8
  %320 = add i32 %317, %319
  %321 = zext i32 %320 to i64
  %322 = getelementptr inbounds nuw i8, ptr %0, i64 %321
  store <16 x i32> %316, ptr %322, align 64
  %323 = getelementptr inbounds nuw i8, ptr %315, i64 64
  %324 = load <16 x i32>, ptr %323, align 64
  %325 = load i32, ptr %63, align 8
  %326 = add i32 %325, %319
  %327 = zext i32 %326 to i64
  %328 = getelementptr inbounds nuw i8, ptr %0, i64 %327
  %329 = getelementptr inbounds nuw i8, ptr %328, i64 64
  store <16 x i32> %324, ptr %329, align 64
  %330 = getelementptr inbounds nuw i8, ptr %315, i64 128
  %331 = load <16 x i32>, ptr %330, align 64
  %332 = load i32, ptr %63, align 8
  %333 = add i32 %332, %319
  %334 = zext i32 %333 to i64
  %335 = getelementptr inbounds nuw i8, ptr %0, i64 %334
  %336 = getelementptr inbounds nuw i8, ptr %335, i64 128
  store <16 x i32> %331, ptr %336, align 64
  %337 = getelementptr inbounds nuw i8, ptr %315, i64 192
  %338 = load <16 x i32>, ptr %337, align 64
  %339 = load i32, ptr %63, align 8
  %340 = add i32 %339, %319
  %341 = zext i32 %340 to i64
  %342 = getelementptr inbounds nuw i8, ptr %0, i64 %341
  %343 = getelementptr inbounds nuw i8, ptr %342, i64 192
  store <16 x i32> %338, ptr %343, align 64
  %344 = or disjoint i64 %314, 1
  %345 = getelementptr inbounds nuw [4 x <16 x i32>], ptr %7, i64 %344
  %346 = load <16 x i32>, ptr %345, align 64
  %347 = load i32, ptr %63, align 8
  %348 = trunc i64 %344 to i32
  %349 = shl i32 %348, 8
  %350 = add i32 %347, %349
  %351 = zext i32 %350 to i64
  %352 = getelementptr inbounds nuw i8, ptr %0, i64 %351
  store <16 x i32> %346, ptr %352, align 64
  %353 = getelementptr inbounds nuw i8, ptr %345, i64 64
  %354 = load <16 x i32>, ptr %353, align 64
  %355 = load i32, ptr %63, align 8
  %356 = add i32 %355, %349
  %357 = zext i32 %356 to i64
  %358 = getelementptr inbounds nuw i8, ptr %0, i64 %357
  %359 = getelementptr inbounds nuw i8, ptr %358, i64 64
  store <16 x i32> %354, ptr %359, align 64
  %360 = getelementptr inbounds nuw i8, ptr %345, i64 128
  %361 = load <16 x i32>, ptr %360, align 64
  %362 = load i32, ptr %63, align 8
  %363 = add i32 %362, %349
  %364 = zext i32 %363 to i64
  %365 = getelementptr inbounds nuw i8, ptr %0, i64 %364
  %366 = getelementptr inbounds nuw i8, ptr %365, i64 128
  store <16 x i32> %361, ptr %366, align 64
  %367 = getelementptr inbounds nuw i8, ptr %345, i64 192
  %368 = load <16 x i32>, ptr %367, align 64
  %369 = load i32, ptr %63, align 8
  %370 = add i32 %369, %349
  %371 = zext i32 %370 to i64
  %372 = getelementptr inbounds nuw i8, ptr %0, i64 %371
  %373 = getelementptr inbounds nuw i8, ptr %372, i64 192
  store <16 x i32> %368, ptr %373, align 64
  %374 = add nuw nsw i64 %314, 2
  %375 = icmp eq i64 %374, %64
  br i1 %375, label %376, label %313
376:
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  ret void
}
define internal fastcc void @unpack_f32(ptr readonly %0, i32 %1, ptr nonnull writeonly %2, i32 range(i32 1, 9) %3) unnamed_addr {
  %5 = zext i32 %1 to i64
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 %5
  %7 = load <16 x float>, ptr %6, align 64
  store <16 x float> %7, ptr %2, align 64
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 64
  %9 = load <16 x float>, ptr %8, align 64
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 64
  store <16 x float> %9, ptr %10, align 64
  %11 = getelementptr inbounds nuw i8, ptr %6, i64 128
  %12 = load <16 x float>, ptr %11, align 64
  %13 = getelementptr inbounds nuw i8, ptr %2, i64 128
  store <16 x float> %12, ptr %13, align 64
  %14 = getelementptr inbounds nuw i8, ptr %6, i64 192
  %15 = load <16 x float>, ptr %14, align 64
  %16 = getelementptr inbounds nuw i8, ptr %2, i64 192
  store <16 x float> %15, ptr %16, align 64
  %17 = icmp eq i32 %3, 1
  br i1 %17, label %129, label %18
18:
  %19 = add i32 %1, 256
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 %20
  %22 = getelementptr inbounds nuw i8, ptr %2, i64 256
  %23 = load <16 x float>, ptr %21, align 64
  store <16 x float> %23, ptr %22, align 64
  %24 = getelementptr inbounds nuw i8, ptr %21, i64 64
  %25 = load <16 x float>, ptr %24, align 64
  %26 = getelementptr inbounds nuw i8, ptr %2, i64 320
  store <16 x float> %25, ptr %26, align 64
  %27 = getelementptr inbounds nuw i8, ptr %21, i64 128
  %28 = load <16 x float>, ptr %27, align 64
  %29 = getelementptr inbounds nuw i8, ptr %2, i64 384
  store <16 x float> %28, ptr %29, align 64
  %30 = getelementptr inbounds nuw i8, ptr %21, i64 192
  %31 = load <16 x float>, ptr %30, align 64
  %32 = getelementptr inbounds nuw i8, ptr %2, i64 448
  store <16 x float> %31, ptr %32, align 64
  %33 = icmp eq i32 %3, 2
  br i1 %33, label %129, label %34
34:
  %35 = add i32 %1, 512
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 %36
  %38 = getelementptr inbounds nuw i8, ptr %2, i64 512
  %39 = load <16 x float>, ptr %37, align 64
  store <16 x float> %39, ptr %38, align 64
  %40 = getelementptr inbounds nuw i8, ptr %37, i64 64
  %41 = load <16 x float>, ptr %40, align 64
  %42 = getelementptr inbounds nuw i8, ptr %2, i64 576
  store <16 x float> %41, ptr %42, align 64
  %43 = getelementptr inbounds nuw i8, ptr %37, i64 128
  %44 = load <16 x float>, ptr %43, align 64
  %45 = getelementptr inbounds nuw i8, ptr %2, i64 640
  store <16 x float> %44, ptr %45, align 64
  %46 = getelementptr inbounds nuw i8, ptr %37, i64 192
  %47 = load <16 x float>, ptr %46, align 64
  %48 = getelementptr inbounds nuw i8, ptr %2, i64 704
  store <16 x float> %47, ptr %48, align 64
  %49 = icmp eq i32 %3, 3
  br i1 %49, label %129, label %50
50:
  %51 = add i32 %1, 768
  %52 = zext i32 %51 to i64
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 %52
  %54 = getelementptr inbounds nuw i8, ptr %2, i64 768
  %55 = load <16 x float>, ptr %53, align 64
  store <16 x float> %55, ptr %54, align 64
  %56 = getelementptr inbounds nuw i8, ptr %53, i64 64
  %57 = load <16 x float>, ptr %56, align 64
  %58 = getelementptr inbounds nuw i8, ptr %2, i64 832
  store <16 x float> %57, ptr %58, align 64
  %59 = getelementptr inbounds nuw i8, ptr %53, i64 128
  %60 = load <16 x float>, ptr %59, align 64
  %61 = getelementptr inbounds nuw i8, ptr %2, i64 896
  store <16 x float> %60, ptr %61, align 64
  %62 = getelementptr inbounds nuw i8, ptr %53, i64 192
  %63 = load <16 x float>, ptr %62, align 64
  %64 = getelementptr inbounds nuw i8, ptr %2, i64 960
  store <16 x float> %63, ptr %64, align 64
  %65 = icmp eq i32 %3, 4
  br i1 %65, label %129, label %66
66:
  %67 = add i32 %1, 1024
  %68 = zext i32 %67 to i64
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 %68
  %70 = getelementptr inbounds nuw i8, ptr %2, i64 1024
  %71 = load <16 x float>, ptr %69, align 64
  store <16 x float> %71, ptr %70, align 64
  %72 = getelementptr inbounds nuw i8, ptr %69, i64 64
  %73 = load <16 x float>, ptr %72, align 64
  %74 = getelementptr inbounds nuw i8, ptr %2, i64 1088
  store <16 x float> %73, ptr %74, align 64
  %75 = getelementptr inbounds nuw i8, ptr %69, i64 128
  %76 = load <16 x float>, ptr %75, align 64
  %77 = getelementptr inbounds nuw i8, ptr %2, i64 1152
  store <16 x float> %76, ptr %77, align 64
  %78 = getelementptr inbounds nuw i8, ptr %69, i64 192
  %79 = load <16 x float>, ptr %78, align 64
  %80 = getelementptr inbounds nuw i8, ptr %2, i64 1216
  store <16 x float> %79, ptr %80, align 64
  %81 = icmp eq i32 %3, 5
  br i1 %81, label %129, label %82
82:
  %83 = add i32 %1, 1280
  %84 = zext i32 %83 to i64
  %85 = getelementptr inbounds nuw i8, ptr %0, i64 %84
  %86 = getelementptr inbounds nuw i8, ptr %2, i64 1280
  %87 = load <16 x float>, ptr %85, align 64
  store <16 x float> %87, ptr %86, align 64
  %88 = getelementptr inbounds nuw i8, ptr %85, i64 64
  %89 = load <16 x float>, ptr %88, align 64
  %90 = getelementptr inbounds nuw i8, ptr %2, i64 1344
  store <16 x float> %89, ptr %90, align 64
  %91 = getelementptr inbounds nuw i8, ptr %85, i64 128
  %92 = load <16 x float>, ptr %91, align 64
  %93 = getelementptr inbounds nuw i8, ptr %2, i64 1408
  store <16 x float> %92, ptr %93, align 64
  %94 = getelementptr inbounds nuw i8, ptr %85, i64 192
  %95 = load <16 x float>, ptr %94, align 64
  %96 = getelementptr inbounds nuw i8, ptr %2, i64 1472
  store <16 x float> %95, ptr %96, align 64
  %97 = icmp eq i32 %3, 6
  br i1 %97, label %129, label %98
98:
  %99 = add i32 %1, 1536
  %100 = zext i32 %99 to i64
  %101 = getelementptr inbounds nuw i8, ptr %0, i64 %100
  %102 = getelementptr inbounds nuw i8, ptr %2, i64 1536
  %103 = load <16 x float>, ptr %101, align 64
  store <16 x float> %103, ptr %102, align 64
  %104 = getelementptr inbounds nuw i8, ptr %101, i64 64
  %105 = load <16 x float>, ptr %104, align 64
  %106 = getelementptr inbounds nuw i8, ptr %2, i64 1600
  store <16 x float> %105, ptr %106, align 64
  %107 = getelementptr inbounds nuw i8, ptr %101, i64 128
  %108 = load <16 x float>, ptr %107, align 64
  %109 = getelementptr inbounds nuw i8, ptr %2, i64 1664
  store <16 x float> %108, ptr %109, align 64
  %110 = getelementptr inbounds nuw i8, ptr %101, i64 192
  %111 = load <16 x float>, ptr %110, align 64
  %112 = getelementptr inbounds nuw i8, ptr %2, i64 1728
  store <16 x float> %111, ptr %112, align 64
  %113 = icmp eq i32 %3, 7
  br i1 %113, label %129, label %114
114:
  %115 = add i32 %1, 1792
  %116 = zext i32 %115 to i64
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 %116
  %118 = getelementptr inbounds nuw i8, ptr %2, i64 1792
  %119 = load <16 x float>, ptr %117, align 64
  store <16 x float> %119, ptr %118, align 64
  %120 = getelementptr inbounds nuw i8, ptr %117, i64 64
  %121 = load <16 x float>, ptr %120, align 64
  %122 = getelementptr inbounds nuw i8, ptr %2, i64 1856
  store <16 x float> %121, ptr %122, align 64
  %123 = getelementptr inbounds nuw i8, ptr %117, i64 128
  %124 = load <16 x float>, ptr %123, align 64
  %125 = getelementptr inbounds nuw i8, ptr %2, i64 1920
  store <16 x float> %124, ptr %125, align 64
  %126 = getelementptr inbounds nuw i8, ptr %117, i64 192
  %127 = load <16 x float>, ptr %126, align 64
  %128 = getelementptr inbounds nuw i8, ptr %2, i64 1984
  store <16 x float> %127, ptr %128, align 64
  br label %129
129:
  ret void
}
define internal fastcc void @unpack_xf32(ptr readonly %0, i32 %1, ptr nonnull writeonly %2, i32 range(i32 1, 9) %3) unnamed_addr {
  %5 = zext nneg i32 %3 to i64
  br label %6
6:
  %7 = phi i64 [ 0, %4 ], [ %54, %6 ]
  %8 = phi i32 [ %1, %4 ], [ %55, %6 ]
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %11 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %7
  %12 = load <16 x i32>, ptr %10, align 64
  %13 = add <16 x i32> %12, splat (i32 4095)
  %14 = lshr <16 x i32> %12, splat (i32 13)
  %15 = and <16 x i32> %14, splat (i32 1)
  %16 = add <16 x i32> %13, %15
  %17 = and <16 x i32> %16, splat (i32 -8192)
  %18 = and <16 x i32> %12, splat (i32 2147483647)
  %19 = icmp samesign ugt <16 x i32> %18, splat (i32 2139095040)
  %20 = select <16 x i1> %19, <16 x i32> %12, <16 x i32> %17
  store <16 x i32> %20, ptr %11, align 64
  %21 = getelementptr inbounds nuw i8, ptr %10, i64 64
  %22 = load <16 x i32>, ptr %21, align 64
  %23 = add <16 x i32> %22, splat (i32 4095)
  %24 = lshr <16 x i32> %22, splat (i32 13)
  %25 = and <16 x i32> %24, splat (i32 1)
  %26 = add <16 x i32> %23, %25
  %27 = and <16 x i32> %26, splat (i32 -8192)
  %28 = and <16 x i32> %22, splat (i32 2147483647)
  %29 = icmp samesign ugt <16 x i32> %28, splat (i32 2139095040)
  %30 = select <16 x i1> %29, <16 x i32> %22, <16 x i32> %27
  %31 = getelementptr inbounds nuw i8, ptr %11, i64 64
  store <16 x i32> %30, ptr %31, align 64
  %32 = getelementptr inbounds nuw i8, ptr %10, i64 128
  %33 = load <16 x i32>, ptr %32, align 64
  %34 = add <16 x i32> %33, splat (i32 4095)
  %35 = lshr <16 x i32> %33, splat (i32 13)
  %36 = and <16 x i32> %35, splat (i32 1)
  %37 = add <16 x i32> %34, %36
  %38 = and <16 x i32> %37, splat (i32 -8192)
  %39 = and <16 x i32> %33, splat (i32 2147483647)
  %40 = icmp samesign ugt <16 x i32> %39, splat (i32 2139095040)
  %41 = select <16 x i1> %40, <16 x i32> %33, <16 x i32> %38
  %42 = getelementptr inbounds nuw i8, ptr %11, i64 128
  store <16 x i32> %41, ptr %42, align 64
  %43 = getelementptr inbounds nuw i8, ptr %10, i64 192
  %44 = load <16 x i32>, ptr %43, align 64
  %45 = add <16 x i32> %44, splat (i32 4095)
  %46 = lshr <16 x i32> %44, splat (i32 13)
  %47 = and <16 x i32> %46, splat (i32 1)
  %48 = add <16 x i32> %45, %47
  %49 = and <16 x i32> %48, splat (i32 -8192)
  %50 = and <16 x i32> %44, splat (i32 2147483647)
  %51 = icmp samesign ugt <16 x i32> %50, splat (i32 2139095040)
  %52 = select <16 x i1> %51, <16 x i32> %44, <16 x i32> %49
  %53 = getelementptr inbounds nuw i8, ptr %11, i64 192
  store <16 x i32> %52, ptr %53, align 64
  %54 = add nuw nsw i64 %7, 1
  %55 = add i32 %8, 256
  %56 = icmp eq i64 %54, %5
  br i1 %56, label %57, label %6
57:
  ret void
}
define internal fastcc void @unpack_f16(ptr readonly %0, i32 %1, ptr nonnull writeonly %2, i32 range(i32 1, 9) %3) unnamed_addr {
  %5 = zext nneg i32 %3 to i64
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 128
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 192
  br label %9
9:
  %10 = phi i64 [ 0, %4 ], [ %58, %9 ]
  %11 = phi i32 [ %1, %4 ], [ %59, %9 ]
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 %12
  %14 = load <16 x i32>, ptr %13, align 64
  %15 = lshr <16 x i32> %14, splat (i32 16)
  %16 = trunc <16 x i32> %14 to <16 x i16>
  %17 = bitcast <16 x i16> %16 to <16 x half>
  %18 = fpext <16 x half> %17 to <16 x float>
  %19 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %10
  store <16 x float> %18, ptr %19, align 64
  %20 = trunc nuw <16 x i32> %15 to <16 x i16>
  %21 = bitcast <16 x i16> %20 to <16 x half>
  %22 = fpext <16 x half> %21 to <16 x float>
  %23 = or disjoint i64 %10, 1
  %24 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %23
  store <16 x float> %22, ptr %24, align 64
  %25 = getelementptr inbounds nuw i8, ptr %13, i64 64
  %26 = load <16 x i32>, ptr %25, align 64
  %27 = lshr <16 x i32> %26, splat (i32 16)
  %28 = trunc <16 x i32> %26 to <16 x i16>
  %29 = bitcast <16 x i16> %28 to <16 x half>
  %30 = fpext <16 x half> %29 to <16 x float>
  %31 = getelementptr inbounds nuw [64 x float], ptr %6, i64 %10
  store <16 x float> %30, ptr %31, align 64
  %32 = trunc nuw <16 x i32> %27 to <16 x i16>
  %33 = bitcast <16 x i16> %32 to <16 x half>
  %34 = fpext <16 x half> %33 to <16 x float>
  %35 = getelementptr inbounds nuw [64 x float], ptr %6, i64 %23
  store <16 x float> %34, ptr %35, align 64
  %36 = getelementptr inbounds nuw i8, ptr %13, i64 128
  %37 = load <16 x i32>, ptr %36, align 64
  %38 = lshr <16 x i32> %37, splat (i32 16)
  %39 = trunc <16 x i32> %37 to <16 x i16>
  %40 = bitcast <16 x i16> %39 to <16 x half>
  %41 = fpext <16 x half> %40 to <16 x float>
  %42 = getelementptr inbounds nuw [64 x float], ptr %7, i64 %10
  store <16 x float> %41, ptr %42, align 64
  %43 = trunc nuw <16 x i32> %38 to <16 x i16>
  %44 = bitcast <16 x i16> %43 to <16 x half>
  %45 = fpext <16 x half> %44 to <16 x float>
  %46 = getelementptr inbounds nuw [64 x float], ptr %7, i64 %23
  store <16 x float> %45, ptr %46, align 64
  %47 = getelementptr inbounds nuw i8, ptr %13, i64 192
  %48 = load <16 x i32>, ptr %47, align 64
  %49 = lshr <16 x i32> %48, splat (i32 16)
  %50 = trunc <16 x i32> %48 to <16 x i16>
  %51 = bitcast <16 x i16> %50 to <16 x half>
  %52 = fpext <16 x half> %51 to <16 x float>
  %53 = getelementptr inbounds nuw [64 x float], ptr %8, i64 %10
  store <16 x float> %52, ptr %53, align 64
  %54 = trunc nuw <16 x i32> %49 to <16 x i16>
  %55 = bitcast <16 x i16> %54 to <16 x half>
  %56 = fpext <16 x half> %55 to <16 x float>
  %57 = getelementptr inbounds nuw [64 x float], ptr %8, i64 %23
  store <16 x float> %56, ptr %57, align 64
  %58 = add nuw nsw i64 %10, 2
  %59 = add i32 %11, 256
  %60 = icmp samesign ult i64 %58, %5
  br i1 %60, label %9, label %61
61:
  ret void
}
define internal fastcc void @unpack_bf16(ptr readonly %0, i32 %1, ptr nonnull writeonly %2, i32 range(i32 1, 9) %3) unnamed_addr {
  %5 = getelementptr inbounds nuw i8, ptr %2, i64 192
  %6 = zext nneg i32 %3 to i64
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 128
  br label %9
9:
  %10 = phi i64 [ 0, %4 ], [ %38, %9 ]
  %11 = phi i32 [ %1, %4 ], [ %39, %9 ]
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 %12
  %14 = load <16 x i32>, ptr %13, align 64
  %15 = and <16 x i32> %14, splat (i32 -65536)
  %16 = shl <16 x i32> %14, splat (i32 16)
  %17 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %10
  store <16 x i32> %16, ptr %17, align 64
  %18 = or disjoint i64 %10, 1
  %19 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %18
  store <16 x i32> %15, ptr %19, align 64
  %20 = getelementptr inbounds nuw i8, ptr %13, i64 64
  %21 = load <16 x i32>, ptr %20, align 64
  %22 = and <16 x i32> %21, splat (i32 -65536)
  %23 = shl <16 x i32> %21, splat (i32 16)
  %24 = getelementptr inbounds nuw [64 x float], ptr %7, i64 %10
  store <16 x i32> %23, ptr %24, align 64
  %25 = getelementptr inbounds nuw [64 x float], ptr %7, i64 %18
  store <16 x i32> %22, ptr %25, align 64
  %26 = getelementptr inbounds nuw i8, ptr %13, i64 128
  %27 = load <16 x i32>, ptr %26, align 64
  %28 = and <16 x i32> %27, splat (i32 -65536)
  %29 = shl <16 x i32> %27, splat (i32 16)
  %30 = getelementptr inbounds nuw [64 x float], ptr %8, i64 %10
  store <16 x i32> %29, ptr %30, align 64
  %31 = getelementptr inbounds nuw [64 x float], ptr %8, i64 %18
  store <16 x i32> %28, ptr %31, align 64
  %32 = getelementptr inbounds nuw i8, ptr %13, i64 192
  %33 = load <16 x i32>, ptr %32, align 64
  %34 = and <16 x i32> %33, splat (i32 -65536)
  %35 = shl <16 x i32> %33, splat (i32 16)
  %36 = getelementptr inbounds nuw [64 x float], ptr %5, i64 %10
  store <16 x i32> %35, ptr %36, align 64
  %37 = getelementptr inbounds nuw [64 x float], ptr %5, i64 %18
  store <16 x i32> %34, ptr %37, align 64
  %38 = add nuw nsw i64 %10, 2
  %39 = add i32 %11, 256
  %40 = icmp samesign ult i64 %38, %6
  br i1 %40, label %9, label %41
41:
  ret void
}
define internal fastcc void @unpack_fp8(ptr readonly %0, i32 %1, ptr nonnull writeonly %2, i32 range(i32 1, 9) %3) unnamed_addr {
  %5 = zext nneg i32 %3 to i64
  br label %6
6:
  %7 = phi i64 [ 0, %4 ], [ %13, %12 ]
  %8 = phi i32 [ %1, %4 ], [ %14, %12 ]
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  br label %16
11:
  ret void
12:
  %13 = add nuw nsw i64 %7, 4
  %14 = add i32 %8, 256
  %15 = icmp samesign ult i64 %13, %5
  br i1 %15, label %6, label %11
16:
  %17 = phi i64 [ 0, %6 ], [ %87, %16 ]
  %18 = shl nuw nsw i64 %17, 6
  %19 = getelementptr inbounds nuw i8, ptr %10, i64 %18
  %20 = load <16 x i32>, ptr %19, align 64
  %21 = shl nuw nsw i64 %17, 6
  %22 = getelementptr inbounds nuw i8, ptr %2, i64 %21
  %23 = and <16 x i32> %20, splat (i32 255)
  %24 = and <16 x i32> %20, splat (i32 127)
  %25 = shl <16 x i32> %20, splat (i32 24)
  %26 = and <16 x i32> %25, splat (i32 -2147483648)
  %27 = shl nuw nsw <16 x i32> %24, splat (i32 20)
  %28 = add nuw nsw <16 x i32> %27, splat (i32 998244352)
  %29 = uitofp nneg <16 x i32> %24 to <16 x float>
  %30 = fmul <16 x float> %29, splat (float 0x3F50000000000000)
  %31 = icmp samesign ult <16 x i32> %24, splat (i32 8)
  %32 = bitcast <16 x float> %30 to <16 x i32>
  %33 = select <16 x i1> %31, <16 x i32> %32, <16 x i32> %28
  %34 = icmp eq <16 x i32> %23, splat (i32 128)
  %35 = or disjoint <16 x i32> %33, %26
  %36 = select <16 x i1> %34, <16 x i32> splat (i32 2143289344), <16 x i32> %35
  %37 = getelementptr inbounds nuw [64 x float], ptr %22, i64 %7
  store <16 x i32> %36, ptr %37, align 64
  %38 = lshr <16 x i32> %20, splat (i32 8)
  %39 = and <16 x i32> %38, splat (i32 127)
  %40 = shl <16 x i32> %38, splat (i32 24)
  %41 = and <16 x i32> %40, splat (i32 -2147483648)
  %42 = shl nuw nsw <16 x i32> %39, splat (i32 20)
  %43 = add nuw nsw <16 x i32> %42, splat (i32 998244352)
  %44 = uitofp nneg <16 x i32> %39 to <16 x float>
  %45 = fmul <16 x float> %44, splat (float 0x3F50000000000000)
  %46 = icmp samesign ult <16 x i32> %39, splat (i32 8)
  %47 = bitcast <16 x float> %45 to <16 x i32>
  %48 = select <16 x i1> %46, <16 x i32> %47, <16 x i32> %43
  %49 = and <16 x i32> %20, splat (i32 65280)
  %50 = icmp eq <16 x i32> %49, splat (i32 32768)
  %51 = or disjoint <16 x i32> %48, %41
  %52 = select <16 x i1> %50, <16 x i32> splat (i32 2143289344), <16 x i32> %51
  %53 = getelementptr inbounds nuw [64 x float], ptr %22, i64 %7
  %54 = getelementptr inbounds nuw i8, ptr %53, i64 256
  store <16 x i32> %52, ptr %54, align 64
  %55 = lshr <16 x i32> %20, splat (i32 16)
  %56 = and <16 x i32> %55, splat (i32 127)
  %57 = shl <16 x i32> %55, splat (i32 24)
  %58 = and <16 x i32> %57, splat (i32 -2147483648)
  %59 = shl nuw nsw <16 x i32> %56, splat (i32 20)
  %60 = add nuw nsw <16 x i32> %59, splat (i32 998244352)
  %61 = uitofp nneg <16 x i32> %56 to <16 x float>
  %62 = fmul <16 x float> %61, splat (float 0x3F50000000000000)
  %63 = icmp samesign ult <16 x i32> %56, splat (i32 8)
  %64 = bitcast <16 x float> %62 to <16 x i32>
  %65 = select <16 x i1> %63, <16 x i32> %64, <16 x i32> %60
  %66 = and <16 x i32> %20, splat (i32 16711680)
  %67 = icmp eq <16 x i32> %66, splat (i32 8388608)
  %68 = or disjoint <16 x i32> %65, %58
  %69 = select <16 x i1> %67, <16 x i32> splat (i32 2143289344), <16 x i32> %68
  %70 = getelementptr inbounds nuw [64 x float], ptr %22, i64 %7
  %71 = getelementptr inbounds nuw i8, ptr %70, i64 512
  store <16 x i32> %69, ptr %71, align 64
  %72 = lshr <16 x i32> %20, splat (i32 24)
  %73 = and <16 x i32> %72, splat (i32 127)
  %74 = and <16 x i32> %20, splat (i32 -2147483648)
  %75 = shl nuw nsw <16 x i32> %73, splat (i32 20)
  %76 = add nuw nsw <16 x i32> %75, splat (i32 998244352)
  %77 = uitofp nneg <16 x i32> %73 to <16 x float>
  %78 = fmul <16 x float> %77, splat (float 0x3F50000000000000)
  %79 = icmp samesign ult <16 x i32> %73, splat (i32 8)
  %80 = bitcast <16 x float> %78 to <16 x i32>
  %81 = select <16 x i1> %79, <16 x i32> %80, <16 x i32> %76
  %82 = icmp eq <16 x i32> %72, splat (i32 128)
  %83 = or disjoint <16 x i32> %81, %74
  %84 = select <16 x i1> %82, <16 x i32> splat (i32 2143289344), <16 x i32> %83
  %85 = getelementptr inbounds nuw [64 x float], ptr %22, i64 %7
  %86 = getelementptr inbounds nuw i8, ptr %85, i64 768
  store <16 x i32> %84, ptr %86, align 64
  %87 = add nuw nsw i64 %17, 1
  %88 = icmp eq i64 %87, 4
  br i1 %88, label %12, label %16
}
define internal fastcc void @unpack_bf8(ptr readonly %0, i32 %1, ptr nonnull writeonly %2, i32 range(i32 1, 9) %3) unnamed_addr {
  %5 = zext nneg i32 %3 to i64
  br label %6
6:
  %7 = phi i64 [ 0, %4 ], [ %13, %12 ]
  %8 = phi i32 [ %1, %4 ], [ %14, %12 ]
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  br label %16
11:
  ret void
12:
  %13 = add nuw nsw i64 %7, 4
  %14 = add i32 %8, 256
  %15 = icmp samesign ult i64 %13, %5
  br i1 %15, label %6, label %11
16:
  %17 = phi i64 [ 0, %6 ], [ %87, %16 ]
  %18 = shl nuw nsw i64 %17, 6
  %19 = getelementptr inbounds nuw i8, ptr %10, i64 %18
  %20 = load <16 x i32>, ptr %19, align 64
  %21 = shl nuw nsw i64 %17, 6
  %22 = getelementptr inbounds nuw i8, ptr %2, i64 %21
  %23 = and <16 x i32> %20, splat (i32 255)
  %24 = and <16 x i32> %20, splat (i32 127)
  %25 = shl <16 x i32> %20, splat (i32 24)
  %26 = and <16 x i32> %25, splat (i32 -2147483648)
  %27 = shl nuw nsw <16 x i32> %24, splat (i32 21)
  %28 = add nuw nsw <16 x i32> %27, splat (i32 931135488)
  %29 = uitofp nneg <16 x i32> %24 to <16 x float>
  %30 = fmul <16 x float> %29, splat (float 0x3EE0000000000000)
  %31 = icmp samesign ult <16 x i32> %24, splat (i32 4)
  %32 = bitcast <16 x float> %30 to <16 x i32>
  %33 = select <16 x i1> %31, <16 x i32> %32, <16 x i32> %28
  %34 = icmp eq <16 x i32> %23, splat (i32 128)
  %35 = or disjoint <16 x i32> %33, %26
  %36 = select <16 x i1> %34, <16 x i32> splat (i32 2143289344), <16 x i32> %35
  %37 = getelementptr inbounds nuw [64 x float], ptr %22, i64 %7
  store <16 x i32> %36, ptr %37, align 64
  %38 = lshr <16 x i32> %20, splat (i32 8)
  %39 = and <16 x i32> %38, splat (i32 127)
  %40 = shl <16 x i32> %38, splat (i32 24)
  %41 = and <16 x i32> %40, splat (i32 -2147483648)
  %42 = shl nuw nsw <16 x i32> %39, splat (i32 21)
  %43 = add nuw nsw <16 x i32> %42, splat (i32 931135488)
  %44 = uitofp nneg <16 x i32> %39 to <16 x float>
  %45 = fmul <16 x float> %44, splat (float 0x3EE0000000000000)
  %46 = icmp samesign ult <16 x i32> %39, splat (i32 4)
  %47 = bitcast <16 x float> %45 to <16 x i32>
  %48 = select <16 x i1> %46, <16 x i32> %47, <16 x i32> %43
  %49 = and <16 x i32> %20, splat (i32 65280)
  %50 = icmp eq <16 x i32> %49, splat (i32 32768)
  %51 = or disjoint <16 x i32> %48, %41
  %52 = select <16 x i1> %50, <16 x i32> splat (i32 2143289344), <16 x i32> %51
  %53 = getelementptr inbounds nuw [64 x float], ptr %22, i64 %7
  %54 = getelementptr inbounds nuw i8, ptr %53, i64 256
  store <16 x i32> %52, ptr %54, align 64
  %55 = lshr <16 x i32> %20, splat (i32 16)
  %56 = and <16 x i32> %55, splat (i32 127)
  %57 = shl <16 x i32> %55, splat (i32 24)
  %58 = and <16 x i32> %57, splat (i32 -2147483648)
  %59 = shl nuw nsw <16 x i32> %56, splat (i32 21)
  %60 = add nuw nsw <16 x i32> %59, splat (i32 931135488)
  %61 = uitofp nneg <16 x i32> %56 to <16 x float>
  %62 = fmul <16 x float> %61, splat (float 0x3EE0000000000000)
  %63 = icmp samesign ult <16 x i32> %56, splat (i32 4)
  %64 = bitcast <16 x float> %62 to <16 x i32>
  %65 = select <16 x i1> %63, <16 x i32> %64, <16 x i32> %60
  %66 = and <16 x i32> %20, splat (i32 16711680)
  %67 = icmp eq <16 x i32> %66, splat (i32 8388608)
  %68 = or disjoint <16 x i32> %65, %58
  %69 = select <16 x i1> %67, <16 x i32> splat (i32 2143289344), <16 x i32> %68
  %70 = getelementptr inbounds nuw [64 x float], ptr %22, i64 %7
  %71 = getelementptr inbounds nuw i8, ptr %70, i64 512
  store <16 x i32> %69, ptr %71, align 64
  %72 = lshr <16 x i32> %20, splat (i32 24)
  %73 = and <16 x i32> %72, splat (i32 127)
  %74 = and <16 x i32> %20, splat (i32 -2147483648)
  %75 = shl nuw nsw <16 x i32> %73, splat (i32 21)
  %76 = add nuw nsw <16 x i32> %75, splat (i32 931135488)
  %77 = uitofp nneg <16 x i32> %73 to <16 x float>
  %78 = fmul <16 x float> %77, splat (float 0x3EE0000000000000)
  %79 = icmp samesign ult <16 x i32> %73, splat (i32 4)
  %80 = bitcast <16 x float> %78 to <16 x i32>
  %81 = select <16 x i1> %79, <16 x i32> %80, <16 x i32> %76
  %82 = icmp eq <16 x i32> %72, splat (i32 128)
  %83 = or disjoint <16 x i32> %81, %74
  %84 = select <16 x i1> %82, <16 x i32> splat (i32 2143289344), <16 x i32> %83
  %85 = getelementptr inbounds nuw [64 x float], ptr %22, i64 %7
  %86 = getelementptr inbounds nuw i8, ptr %85, i64 768
  store <16 x i32> %84, ptr %86, align 64
  %87 = add nuw nsw i64 %17, 1
  %88 = icmp eq i64 %87, 4
  br i1 %88, label %12, label %16
}
define internal fastcc void @unpack_i8(ptr readonly %0, i32 %1, ptr nonnull writeonly %2, i32 range(i32 1, 9) %3) unnamed_addr {
  %5 = zext nneg i32 %3 to i64
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 128
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 192
  br label %9
9:
  %10 = phi i64 [ 0, %4 ], [ %93, %9 ]
  %11 = phi i32 [ %1, %4 ], [ %94, %9 ]
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 %12
  %14 = load <16 x i32>, ptr %13, align 64
  %15 = shl <16 x i32> %14, splat (i32 24)
  %16 = ashr exact <16 x i32> %15, splat (i32 24)
  %17 = sitofp <16 x i32> %16 to <16 x float>
  %18 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %10
  store <16 x float> %17, ptr %18, align 64
  %19 = shl <16 x i32> %14, splat (i32 16)
  %20 = ashr <16 x i32> %19, splat (i32 24)
  %21 = sitofp <16 x i32> %20 to <16 x float>
  %22 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %10
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 256
  store <16 x float> %21, ptr %23, align 64
  %24 = shl <16 x i32> %14, splat (i32 8)
  %25 = ashr <16 x i32> %24, splat (i32 24)
  %26 = sitofp <16 x i32> %25 to <16 x float>
  %27 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %10
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 512
  store <16 x float> %26, ptr %28, align 64
  %29 = ashr <16 x i32> %14, splat (i32 24)
  %30 = sitofp <16 x i32> %29 to <16 x float>
  %31 = getelementptr inbounds nuw [64 x float], ptr %2, i64 %10
  %32 = getelementptr inbounds nuw i8, ptr %31, i64 768
  store <16 x float> %30, ptr %32, align 64
  %33 = getelementptr inbounds nuw i8, ptr %13, i64 64
  %34 = load <16 x i32>, ptr %33, align 64
  %35 = shl <16 x i32> %34, splat (i32 24)
  %36 = ashr exact <16 x i32> %35, splat (i32 24)
  %37 = sitofp <16 x i32> %36 to <16 x float>
  %38 = getelementptr inbounds nuw [64 x float], ptr %6, i64 %10
  store <16 x float> %37, ptr %38, align 64
  %39 = shl <16 x i32> %34, splat (i32 16)
  %40 = ashr <16 x i32> %39, splat (i32 24)
  %41 = sitofp <16 x i32> %40 to <16 x float>
  %42 = getelementptr inbounds nuw [64 x float], ptr %6, i64 %10
  %43 = getelementptr inbounds nuw i8, ptr %42, i64 256
  store <16 x float> %41, ptr %43, align 64
  %44 = shl <16 x i32> %34, splat (i32 8)
  %45 = ashr <16 x i32> %44, splat (i32 24)
  %46 = sitofp <16 x i32> %45 to <16 x float>
  %47 = getelementptr inbounds nuw [64 x float], ptr %6, i64 %10
  %48 = getelementptr inbounds nuw i8, ptr %47, i64 512
  store <16 x float> %46, ptr %48, align 64
  %49 = ashr <16 x i32> %34, splat (i32 24)
  %50 = sitofp <16 x i32> %49 to <16 x float>
  %51 = getelementptr inbounds nuw [64 x float], ptr %6, i64 %10
  %52 = getelementptr inbounds nuw i8, ptr %51, i64 768
  store <16 x float> %50, ptr %52, align 64
  %53 = getelementptr inbounds nuw i8, ptr %13, i64 128
  %54 = load <16 x i32>, ptr %53, align 64
  %55 = shl <16 x i32> %54, splat (i32 24)
  %56 = ashr exact <16 x i32> %55, splat (i32 24)
  %57 = sitofp <16 x i32> %56 to <16 x float>
  %58 = getelementptr inbounds nuw [64 x float], ptr %7, i64 %10
  store <16 x float> %57, ptr %58, align 64
  %59 = shl <16 x i32> %54, splat (i32 16)
  %60 = ashr <16 x i32> %59, splat (i32 24)
  %61 = sitofp <16 x i32> %60 to <16 x float>
  %62 = getelementptr inbounds nuw [64 x float], ptr %7, i64 %10
  %63 = getelementptr inbounds nuw i8, ptr %62, i64 256
  store <16 x float> %61, ptr %63, align 64
  %64 = shl <16 x i32> %54, splat (i32 8)
  %65 = ashr <16 x i32> %64, splat (i32 24)
  %66 = sitofp <16 x i32> %65 to <16 x float>
  %67 = getelementptr inbounds nuw [64 x float], ptr %7, i64 %10
  %68 = getelementptr inbounds nuw i8, ptr %67, i64 512
  store <16 x float> %66, ptr %68, align 64
  %69 = ashr <16 x i32> %54, splat (i32 24)
  %70 = sitofp <16 x i32> %69 to <16 x float>
  %71 = getelementptr inbounds nuw [64 x float], ptr %7, i64 %10
  %72 = getelementptr inbounds nuw i8, ptr %71, i64 768
  store <16 x float> %70, ptr %72, align 64
  %73 = getelementptr inbounds nuw i8, ptr %13, i64 192
  %74 = load <16 x i32>, ptr %73, align 64
  %75 = shl <16 x i32> %74, splat (i32 24)
  %76 = ashr exact <16 x i32> %75, splat (i32 24)
  %77 = sitofp <16 x i32> %76 to <16 x float>
  %78 = getelementptr inbounds nuw [64 x float], ptr %8, i64 %10
  store <16 x float> %77, ptr %78, align 64
  %79 = shl <16 x i32> %74, splat (i32 16)
  %80 = ashr <16 x i32> %79, splat (i32 24)
  %81 = sitofp <16 x i32> %80 to <16 x float>
  %82 = getelementptr inbounds nuw [64 x float], ptr %8, i64 %10
  %83 = getelementptr inbounds nuw i8, ptr %82, i64 256
  store <16 x float> %81, ptr %83, align 64
  %84 = shl <16 x i32> %74, splat (i32 8)
  %85 = ashr <16 x i32> %84, splat (i32 24)
  %86 = sitofp <16 x i32> %85 to <16 x float>
  %87 = getelementptr inbounds nuw [64 x float], ptr %8, i64 %10
  %88 = getelementptr inbounds nuw i8, ptr %87, i64 512
  store <16 x float> %86, ptr %88, align 64
  %89 = ashr <16 x i32> %74, splat (i32 24)
  %90 = sitofp <16 x i32> %89 to <16 x float>
  %91 = getelementptr inbounds nuw [64 x float], ptr %8, i64 %10
  %92 = getelementptr inbounds nuw i8, ptr %91, i64 768
  store <16 x float> %90, ptr %92, align 64
  %93 = add nuw nsw i64 %10, 4
  %94 = add i32 %11, 256
  %95 = icmp samesign ult i64 %93, %5
  br i1 %95, label %9, label %96
96:
  ret void
}
